//! Troops together with the battlefield that they stand on.

use ground::{Length, Pose, Shape};
use smallvec::SmallVec;
use vocabulary::{ModelId, Ref};

use crate::{Laid, Troops};

/// Troops, and the battlefield that they stand on.
#[derive(Debug)]
pub struct Scene<'a, T> {
    /// Who stands where.
    pub troops: &'a Troops,
    /// What they stand on.
    pub laid: &'a Laid<T>,
}

// Derived, these would ask for a `T` that can be copied.
impl<T> Clone for Scene<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scene<'_, T> {}

impl<'a, T> Scene<'a, T> {
    /// The models on the battlefield that a ref stands for.
    pub fn models(self, of: Ref) -> SmallVec<[ModelId; 16]> {
        match of {
            Ref::Unit(unit) if self.troops.is_unit(unit) => self.troops.standing(unit).collect(),
            Ref::Model(model) if self.troops.is_model(model) && self.troops.stands(model) => {
                SmallVec::from_slice(&[model])
            }
            _ => SmallVec::new(),
        }
    }

    /// What a ref covers, in convex parts; nothing where it covers no ground.
    pub fn shapes(self, of: Ref) -> Vec<&'a Shape> {
        match of {
            Ref::Area(area) => self.laid.shapes(area).iter().collect(),
            _ => self.models(of).into_iter().map(|model| self.troops.shape(model)).collect(),
        }
    }

    /// A pose on the level that is wished for a model, if it can stand on it there. The planner knows no levels.
    pub(crate) fn raised(self, wish: &[(ModelId, Pose)], model: ModelId, pose: Pose) -> Pose {
        let level = wish.iter().find(|(other, _)| *other == model).map_or(0, |(_, wished)| wished.level);
        self.laid.levelled(self.troops.base(model), pose, Pose { level, ..pose })
    }

    /// How high a model that stands is above the ground.
    pub(crate) fn height(self, model: ModelId) -> Length {
        let level = self.troops.pose(model).map_or(0, |pose| pose.level);
        self.laid.height(self.troops.shape(model), level)
    }
}
