//! Units and their models: whose they are, where each stands, and how far apart they are.

use std::sync::Arc;

use ground::{Footprint, Length, Links, Point, Pose, Rect, Shape};
use smallvec::SmallVec;
use vocabulary::{ModelId, Seat, UnitId};

/// The models of a unit, or some of them.
pub type Models = SmallVec<[ModelId; 16]>;

/// What does not change about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// Whose it is.
    pub seat: Seat,
    /// What it is called among the units of its seat.
    pub name: String,
    /// The number of its first model.
    pub first: u16,
    /// The number after that of its last model.
    pub end: u16,
}

/// What does not change about a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelInfo {
    /// The unit that it belongs to.
    pub unit: UnitId,
    /// What it stands on.
    pub base: Footprint,
    /// What it is called, where it is more than one of many.
    pub name: Option<String>,
}

/// What does not change about all of them.
#[derive(Debug, Default)]
struct Fixed {
    units: Vec<UnitInfo>,
    models: Vec<ModelInfo>,
}

/// A model as it stands.
#[derive(Clone, Debug)]
struct Stood {
    /// Nowhere while it is not on the battlefield.
    pose: Option<Pose>,
    /// What its base covers, or covered where it stood last.
    shape: Shape,
}

/// All units with their models, and where each stands.
#[derive(Clone, Debug, Default)]
pub struct Troops {
    fixed: Arc<Fixed>,
    models: Vec<Stood>,
    /// Around the bases of each unit; of no meaning off the battlefield.
    boxes: Vec<Rect>,
}

impl Troops {
    /// Troops of whom nobody stands on the battlefield yet. The models of a unit are numbered one after the other.
    pub fn new(units: Vec<UnitInfo>, models: Vec<ModelInfo>) -> Troops {
        let stood = |model: &ModelInfo| Stood { pose: None, shape: model.base.at(Pose::default()) };
        let (nobody, boxes) =
            (models.iter().map(stood).collect(), vec![Rect::new(Point::default(), Point::default()); units.len()]);
        Troops { fixed: Arc::new(Fixed { units, models }), models: nobody, boxes }
    }

    // Units.

    /// What does not change about a unit.
    pub fn unit_info(&self, unit: UnitId) -> &UnitInfo {
        &self.fixed.units[unit.index()]
    }

    /// Whether there is such a unit.
    pub fn is_unit(&self, unit: UnitId) -> bool {
        unit.index() < self.boxes.len()
    }

    /// What a unit is called among those of its seat.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        &self.unit_info(unit).name
    }

    /// Whose a unit is.
    pub fn seat_of(&self, unit: UnitId) -> Seat {
        self.unit_info(unit).seat
    }

    /// All units.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.boxes.len() as u16).map(UnitId)
    }

    /// The units of a seat.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(move |unit| self.seat_of(*unit) == seat)
    }

    /// All models that a unit began with.
    pub fn roll_call(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + use<> {
        let info = self.unit_info(unit);
        (info.first..info.end).map(ModelId)
    }

    /// The models of a unit that stand on the battlefield.
    pub fn standing(&self, unit: UnitId) -> impl Iterator<Item = ModelId> + '_ {
        self.roll_call(unit).filter(|model| self.stands(*model))
    }

    /// A box around the bases of a unit that stands on the battlefield.
    pub fn bounds(&self, unit: UnitId) -> Rect {
        self.boxes[unit.index()]
    }

    // Models.

    /// All models.
    pub fn all_models(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len() as u16).map(ModelId)
    }

    /// Whether there is such a model.
    pub fn is_model(&self, model: ModelId) -> bool {
        model.index() < self.models.len()
    }

    /// The unit that a model belongs to.
    pub fn unit_of(&self, model: ModelId) -> UnitId {
        self.fixed.models[model.index()].unit
    }

    /// The unit of a model, if there is such a model.
    pub fn unit_of_checked(&self, model: ModelId) -> Option<UnitId> {
        self.is_model(model).then(|| self.unit_of(model))
    }

    /// What a model stands on.
    pub fn base(&self, model: ModelId) -> &Footprint {
        &self.fixed.models[model.index()].base
    }

    /// How a model stands; nothing while it is not on the battlefield.
    pub fn pose(&self, model: ModelId) -> Option<Pose> {
        self.models[model.index()].pose
    }

    /// Whether a model stands on the battlefield.
    pub fn stands(&self, model: ModelId) -> bool {
        self.pose(model).is_some()
    }

    /// What the base of a model covers, or covered where it stood last.
    pub fn shape(&self, model: ModelId) -> &Shape {
        &self.models[model.index()].shape
    }

    /// The name of a model: that of its unit if it is the only one of it, its own, or its number among the others.
    pub fn model_name(&self, model: ModelId) -> String {
        let (info, own) = (self.unit_info(self.unit_of(model)), &self.fixed.models);
        if info.end - info.first == 1 {
            return info.name.clone();
        }
        let unnamed = |model: &u16| own[usize::from(*model)].name.is_none();
        match &own[model.index()].name {
            Some(name) => name.clone(),
            None => format!("model {} of {}", (info.first..=model.0).filter(unnamed).count(), info.name),
        }
    }

    // Changes.

    /// A model stands like this from now on.
    pub fn put(&mut self, model: ModelId, pose: Pose) {
        let shape = self.base(model).at(pose);
        self.models[model.index()] = Stood { pose: Some(pose), shape };
        self.measure(self.unit_of(model));
    }

    /// A model is taken off the battlefield, if it stands there.
    pub fn take_up(&mut self, model: ModelId) {
        self.models[model.index()].pose = None;
        self.measure(self.unit_of(model));
    }

    /// Draws the box around a unit anew.
    fn measure(&mut self, unit: UnitId) {
        let bases = self.standing(unit).map(|model| self.shape(model).bounds());
        if let Some(bounds) = bases.reduce(Rect::joined) {
            self.boxes[unit.index()] = bounds;
        }
    }

    // Distances.

    /// Whether any models of two units are within a distance.
    pub fn units_within(&self, one: UnitId, other: UnitId, gap: Length) -> bool {
        self.bounds(one).grown(gap).meets(self.bounds(other))
            && self.standing(one).any(|model| self.within_of_unit(self.shape(model), other, gap))
    }

    /// Whether a shape is within a distance of any model of a unit.
    pub fn within_of_unit(&self, shape: &Shape, unit: UnitId, gap: Length) -> bool {
        self.bounds(unit).meets(shape.bounds().grown(gap))
            && self.standing(unit).any(|model| shape.within(self.shape(model), gap))
    }
}

/// Who is linked to whom among bases, given with their heights above the ground.
///
/// # Panics
/// If there are more than can be linked; a unit has fewer.
pub fn links(bases: &[(&Shape, Length)], gap: Length, height: Length) -> Links {
    let near = |a: usize, b: usize| {
        let ((one, low), (other, high)) = (bases[a], bases[b]);
        (low - high).0.abs() <= height.0 && one.within(other, gap)
    };
    Links::of(bases.len(), near).unwrap_or_else(|many| panic!("{many}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three models on bases of 32 mm and one of 40 mm with a name of its own, then a unit of one model.
    fn troops() -> Troops {
        let unit = |seat, name: &str, first, end| UnitInfo { seat: Seat(seat), name: name.to_owned(), first, end };
        let model = |unit, base: &str, name: Option<&str>| ModelInfo {
            unit: UnitId(unit),
            base: base.parse().unwrap(),
            name: name.map(str::to_owned),
        };
        let models = vec![
            model(0, "40mm", Some("Marshal")),
            model(0, "32mm", None),
            model(0, "32mm", None),
            model(1, "32mm", None),
        ];
        Troops::new(vec![unit(0, "Drifters", 0, 3), unit(1, "Tram", 3, 4)], models)
    }

    #[test]
    fn models_are_called_by_their_own_name_or_by_their_number_among_the_others() {
        let troops = troops();
        let names: Vec<String> = troops.all_models().map(|model| troops.model_name(model)).collect();
        assert_eq!(names, ["Marshal", "model 1 of Drifters", "model 2 of Drifters", "Tram"]);
    }

    #[test]
    fn units_are_as_far_apart_as_their_nearest_models_that_stand() {
        let mut troops = troops();
        let (unit, other) = (UnitId(0), UnitId(1));
        let at = |inches: i32| Pose::at(Point::inches(inches, 5));
        troops.put(ModelId(3), at(20));
        troops.put(ModelId(1), at(10));
        troops.put(ModelId(2), at(18));
        assert!(troops.units_within(unit, other, Length::inches(1)));
        troops.take_up(ModelId(2));
        assert!(!troops.units_within(unit, other, Length::inches(1)));
        assert!(troops.units_within(other, unit, Length::inches(9)));
        assert_eq!(troops.bounds(unit), troops.shape(ModelId(1)).bounds());
        assert_eq!(troops.standing(unit).collect::<Vec<_>>(), [ModelId(1)]);
    }
}
