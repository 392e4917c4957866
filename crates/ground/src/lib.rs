//! Where things stand, how far apart they are, who sees whom, and how one gets there: exact, in integers.
//!
//! A length is a whole number of hundredths of a millimetre, in which an inch is 2,540 and every base size in
//! millimetres is whole. Nothing here knows a game, rounds twice, or compares with a tolerance. No coordinate is beyond
//! [`FURTHEST`]; what comes from outside is checked once, when it becomes a [`Shape`], a [`Polygon`] or an [`Area`], and
//! [`Pose::is_sane`] tells the rest.
//!
//! - what a model covers: [`Footprint`] at a [`Pose`] is a [`Shape`]; round bases alone are [`Base`]s
//! - how far: [`Apart`], from [`Shape::apart`], along which [`Bridge`]; [`Links`] for whole groups
//! - terrain and zones: [`Polygon`], [`Area`]
//! - sight: [`Blockers::sight`] between two [`Silhouette`]s
//! - movement: [`Obstacles`] say what is in the way, a [`Scout`] finds the way around it
//! - whole groups: the [`Planner`]
//!
//! ```
//! use ground::{Base, Length, Point};
//!
//! let guard = Base::round(Point::inches(3, 4), "32mm".parse().unwrap());
//! let captain = Base::round(Point::inches(6, 8), "40mm".parse().unwrap());
//! assert!(guard.within(captain, Length::inches(5) - "36mm".parse().unwrap()));
//! ```

mod advance;
mod apart;
mod area;
mod base;
mod between;
mod bridge;
mod clearance;
mod edges;
mod facing;
mod footprint;
mod length;
mod links;
mod motion;
mod obstacles;
mod outline;
mod owner;
mod path;
mod planner;
mod point;
mod polygon;
mod pose;
mod rect;
mod ring;
mod rooted;
mod route;
mod shape;
mod side;
mod sight;
mod snap;
mod spots;
mod straight;
mod sum;
mod vector;

pub use apart::Apart;
pub use area::{Area, AreaFault};
pub use base::Base;
pub use bridge::Bridge;
pub use facing::FACINGS;
pub use footprint::{Footprint, FootprintError};
pub use length::{Length, LengthError, UNITS_PER_INCH};
pub use links::{Gap, Links, Members, Standing, TooMany};
pub use motion::Motion;
pub use obstacles::{Counts, Hindrance, Keep, Mover, Obstacle, Obstacles, PathFault};
pub use outline::{Outline, Region};
pub use owner::Owner;
pub use path::Path;
pub use planner::{
    Arrangement, Intent, Limit, Limits, Link, Member, Moved, Near, Planner, Request, Spacing, Stuck, Watch, Who,
};
pub use point::Point;
pub use polygon::{Polygon, PolygonFault};
pub use pose::Pose;
pub use rect::Rect;
pub use route::{NoWay, Route, Scout};
pub use shape::{FURTHEST, Shape, ShapeFault};
pub use side::Side;
pub use sight::{Blockers, Mark, Scratch, Screen, Share, Sight, SightLine, Silhouette, Spot};
pub use snap::push_apart;
pub use spots::{Rim, Search};
pub use straight::furthest;
