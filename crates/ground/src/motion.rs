//! Motions that map whole units to whole units: quarter turns, mirroring, shifting.

use crate::{FACINGS, Point, Pose};

/// A motion of the plane under which every distance and every line of sight stays what it was.
///
/// First mirrored (left for right), then turned about the origin, then shifted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Motion {
    /// Whether left and right are swapped first.
    pub mirrored: bool,
    /// How many quarter turns counter-clockwise, 0 to 3.
    pub quarters: u8,
    /// Where the origin ends.
    pub shift: Point,
}

impl Motion {
    /// Moved straight, neither turned nor mirrored.
    pub const fn shift(x: i32, y: i32) -> Motion {
        Motion { mirrored: false, quarters: 0, shift: Point::new(x, y) }
    }

    /// Half a turn of a battlefield of this size about its middle.
    pub const fn half_turn(size: Point) -> Motion {
        Motion { mirrored: false, quarters: 2, shift: size }
    }

    /// Left and right of a battlefield of this size swapped.
    pub const fn left_for_right(size: Point) -> Motion {
        Motion { mirrored: true, quarters: 0, shift: Point::new(size.x, 0) }
    }

    /// Top and bottom of a battlefield of this size swapped.
    pub const fn top_for_bottom(size: Point) -> Motion {
        Motion { mirrored: true, quarters: 2, shift: Point::new(0, size.y) }
    }

    /// A quarter turn of a battlefield of this size, counter-clockwise; it ends as wide as it was high.
    pub const fn quarter_turn(size: Point) -> Motion {
        Motion { mirrored: false, quarters: 1, shift: Point::new(size.y, 0) }
    }

    /// Where a point ends.
    pub fn apply(self, point: Point) -> Point {
        let x = if self.mirrored { -point.x } else { point.x };
        let turned = match self.quarters % 4 {
            0 => Point::new(x, point.y),
            1 => Point::new(-point.y, x),
            2 => Point::new(-x, -point.y),
            _ => Point::new(point.y, -x),
        };
        Point::new(turned.x + self.shift.x, turned.y + self.shift.y)
    }

    /// Which way something faces afterwards.
    pub fn facing(self, facing: u16) -> u16 {
        let facing = facing % FACINGS;
        let mirrored = if self.mirrored { FACINGS + FACINGS / 2 - facing } else { facing };
        (mirrored + u16::from(self.quarters % 4) * (FACINGS / 4)) % FACINGS
    }

    /// How something stands afterwards.
    pub fn pose(self, pose: Pose) -> Pose {
        Pose { at: self.apply(pose.at), facing: self.facing(pose.facing), ..pose }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battlefield_stays_in_its_frame() {
        let size = Point::new(60, 44);
        let corner = Point::new(10, 4);
        assert_eq!(Motion::half_turn(size).apply(corner), Point::new(50, 40));
        assert_eq!(Motion::left_for_right(size).apply(corner), Point::new(50, 4));
        assert_eq!(Motion::top_for_bottom(size).apply(corner), Point::new(10, 40));
        assert_eq!(Motion::quarter_turn(size).apply(corner), Point::new(40, 10));
    }

    proptest::proptest! {
        #[test]
        fn facings_turn_with_the_points(facing in 0..FACINGS, mirrored: bool, quarters in 0..4_u8) {
            let motion = Motion { mirrored, quarters, shift: Point::default() };
            let ahead = Point::new(100_000, 0);
            proptest::prop_assert_eq!(motion.apply(ahead.turned(facing)), ahead.turned(motion.facing(facing)));
        }
    }
}
