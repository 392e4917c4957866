//! Areas of a battlefield: regions made ready for questions.

use crate::{Length, Outline, Point, Polygon, PolygonFault, Region, Shape, ShapeFault};

/// A region that has been checked and can be asked what lies in it.
///
/// Where a region has several parts, something lies wholly in it when one part holds it; parts are not joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    body: Body,
    /// What is cut out; the edge of a hole still belongs to the area.
    holes: Vec<Body>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Angular(Polygon),
    Rounded(Shape),
}

/// Why a region is no area.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AreaFault {
    /// Occurs when a part without a radius is no polygon.
    #[error(transparent)]
    Polygon(#[from] PolygonFault),
    /// Occurs when a part with a radius is no shape.
    #[error(transparent)]
    Shape(#[from] ShapeFault),
    /// Occurs when an outline that has a radius bends inwards.
    #[error("an outline with a radius must not bend inwards, as this one does at {0}")]
    NotConvex(Point),
    /// Occurs when a hole has holes of its own.
    #[error("a hole cannot have holes")]
    HoleInHole,
}

impl Area {
    /// The area that a region covers.
    pub fn new(region: &Region) -> Result<Area, AreaFault> {
        let parts = region.outlines.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Area { parts })
    }

    /// Whether a point lies in the area or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        self.covers(&Shape::disc(point, Length::ZERO))
    }

    /// Whether all of a shape lies in one part of the area; it may touch the edge.
    pub fn covers(&self, shape: &Shape) -> bool {
        let kept = |part: &Part| part.body.covers(shape) && !part.holes.iter().any(|hole| hole.overlaps(shape));
        self.parts.iter().any(kept)
    }

    /// Whether a shape comes as close as this to the area with its holes filled; for length zero, whether it reaches it.
    pub fn within(&self, shape: &Shape, gap: Length) -> bool {
        self.parts.iter().any(|part| part.body.within(shape, gap))
    }
}

impl Body {
    fn covers(&self, shape: &Shape) -> bool {
        match self {
            Body::Angular(polygon) => polygon.covers(shape),
            Body::Rounded(body) => body.covers(shape),
        }
    }

    fn overlaps(&self, shape: &Shape) -> bool {
        match self {
            Body::Angular(polygon) => polygon.overlaps_shape(shape),
            Body::Rounded(body) => body.overlaps(shape),
        }
    }

    fn within(&self, shape: &Shape, gap: Length) -> bool {
        match self {
            Body::Angular(polygon) => polygon.within_of_shape(shape, gap),
            Body::Rounded(body) => body.within(shape, gap),
        }
    }
}

fn part(outline: &Outline) -> Result<Part, AreaFault> {
    let hole = |hole: &Outline| if hole.holes.is_empty() { body(hole) } else { Err(AreaFault::HoleInHole) };
    Ok(Part { body: body(outline)?, holes: outline.holes.iter().map(hole).collect::<Result<_, _>>()? })
}

fn body(outline: &Outline) -> Result<Body, AreaFault> {
    if outline.radius == Length::ZERO {
        return Ok(Body::Angular(Polygon::new(&outline.corners)?));
    }
    let shape = Shape::hull(&outline.corners, outline.radius)?;
    let core = Shape::hull(&outline.corners, Length::ZERO)?;
    // A corner inside the hull of the others is one where the outline bends inwards.
    match outline.corners.iter().find(|&&corner| core.overlaps(&Shape::disc(corner, Length::ZERO))) {
        Some(&corner) => Err(AreaFault::NotConvex(corner)),
        None => Ok(Body::Rounded(shape)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(outline: Outline) -> Result<Area, AreaFault> {
        Area::new(&Region::from(outline))
    }

    /// A quarter of a table, less a disc about the middle of the table.
    fn quarter() -> Area {
        let mut outline = Outline::rectangle(Point::inches(0, 0), Point::inches(30, 22));
        outline.holes.push(Outline::disc(Point::inches(30, 22), Length::inches(9)));
        area(outline).unwrap()
    }

    #[test]
    fn the_edge_of_a_hole_belongs_to_the_area() {
        assert!(quarter().contains(Point::inches(21, 22)));
        assert!(!quarter().contains(Point::new(Length::inches(21).0 + 1, Length::inches(22).0)));
    }

    #[test]
    fn a_base_must_keep_out_of_the_hole() {
        let base = |x: i32, y: i32| Shape::disc(Point::inches(x, y), Length::inches(1));
        assert!(quarter().covers(&base(20, 21)));
        assert!(!quarter().covers(&base(22, 20)));
        assert!(!quarter().covers(&base(29, 21)));
        assert!(quarter().within(&base(31, 21), Length::ZERO), "holes count as filled here");
    }

    #[test]
    fn a_base_is_wholly_within_a_distance_of_a_hull_or_not() {
        let hull = [(0, 0), (10, 0), (10, 5), (0, 5)].map(|(x, y)| Point::inches(x, y));
        let near = area(Outline { corners: hull.to_vec(), radius: Length::inches(3), holes: Vec::new() }).unwrap();
        let base = |x: i32| Shape::disc(Point::inches(x, 2), Length::inches(1));
        assert!(near.covers(&base(12)));
        assert!(!near.covers(&base(12).shifted(1, 0)));
    }

    #[test]
    fn what_is_no_area_is_refused_with_a_sentence() {
        let dart = [(0, 0), (10, 5), (0, 10), (4, 5)].map(|(x, y)| Point::inches(x, y)).to_vec();
        assert!(area(Outline { corners: dart.clone(), ..Outline::default() }).is_ok());
        let fault = area(Outline { corners: dart, radius: Length(1), holes: Vec::new() }).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "an outline with a radius must not bend inwards, as this one does at (4 in, 5 in)"
        );
        assert!(area(Outline::default()).is_err());
        let mut nested = Outline::disc(Point::default(), Length(9));
        nested.holes.push(Outline {
            holes: vec![Outline::disc(Point::default(), Length(1))],
            ..Outline::disc(Point::default(), Length(2))
        });
        assert_eq!(area(nested), Err(AreaFault::HoleInHole));
    }
}
