//! The 1,024 directions, with sines in whole numbers.

use crate::Point;

/// The number of directions a model can face; one is a little over a third of a degree.
pub const FACINGS: u16 = 1_024;

/// A sine of one, in the unit of the table.
pub(crate) const ONE: i64 = 1 << 30;

const QUARTER: usize = FACINGS as usize / 4;

/// The sine of a facing, times [`ONE`]; exact to half a unit, and the same on every machine.
pub(crate) fn sine(facing: u16) -> i64 {
    let step = usize::from(facing % FACINGS);
    let (half, step) = (step / (2 * QUARTER), step % (2 * QUARTER));
    let value = i64::from(SINES[step.min(2 * QUARTER - step)]);
    if half == 0 { value } else { -value }
}

/// The cosine of a facing, times [`ONE`].
pub(crate) fn cosine(facing: u16) -> i64 {
    sine(facing % FACINGS + QUARTER as u16)
}

impl Point {
    /// This point turned about the origin, counter-clockwise, and rounded to the nearest unit.
    ///
    /// Halves are rounded away from zero, so that quarter turns and mirroring commute with it.
    pub fn turned(self, facing: u16) -> Point {
        let (sine, cosine) = (i128::from(sine(facing)), i128::from(cosine(facing)));
        let (x, y) = (i128::from(self.x), i128::from(self.y));
        Point::new(rounded(x * cosine - y * sine), rounded(x * sine + y * cosine))
    }
}

/// A product with one sine, back in units; halves away from zero. A product that fits no point is cut off.
fn rounded(product: i128) -> i32 {
    let one = i128::from(ONE);
    let units = (product.abs() + one / 2) / one * product.signum();
    units.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32
}

/// A corner of an ellipse with these half axes, at this angle of its own, turned by a facing; rounded once.
pub(crate) fn on_ellipse(half_length: i32, half_width: i32, angle: u16, facing: u16) -> Point {
    let (along, across) =
        (i128::from(half_length) * i128::from(cosine(angle)), i128::from(half_width) * i128::from(sine(angle)));
    let (sine, cosine) = (i128::from(sine(facing)), i128::from(cosine(facing)));
    let square = |product: i128| {
        let one = i128::from(ONE) * i128::from(ONE);
        ((product.abs() + one / 2) / one * product.signum()) as i32
    };
    Point::new(square(along * cosine - across * sine), square(along * sine + across * cosine))
}

/// The sines of the first quarter, times [`ONE`].
#[rustfmt::skip]
const SINES: [i32; QUARTER + 1] = [
    0, 6588356, 13176464, 19764076, 26350943, 32936819, 39521455, 46104602, 52686014, 59265442, 65842639, 72417357,
    78989349, 85558366, 92124163, 98686491, 105245103, 111799753, 118350194, 124896179, 131437462, 137973796,
    144504935, 151030634, 157550647, 164064728, 170572633, 177074115, 183568930, 190056834, 196537583, 203010932,
    209476638, 215934457, 222384147, 228825464, 235258165, 241682010, 248096755, 254502159, 260897982, 267283981,
    273659918, 280025552, 286380643, 292724951, 299058239, 305380268, 311690799, 317989595, 324276419, 330551034,
    336813204, 343062693, 349299266, 355522689, 361732726, 367929144, 374111709, 380280190, 386434353, 392573967,
    398698801, 404808624, 410903207, 416982319, 423045732, 429093217, 435124548, 441139496, 447137835, 453119340,
    459083786, 465030947, 470960600, 476872522, 482766489, 488642281, 494499676, 500338453, 506158392, 511959275,
    517740883, 523502998, 529245404, 534967884, 540670223, 546352205, 552013618, 557654248, 563273883, 568872310,
    574449320, 580004702, 585538248, 591049748, 596538995, 602005783, 607449906, 612871159, 618269338, 623644239,
    628995660, 634323400, 639627258, 644907034, 650162530, 655393548, 660599890, 665781362, 670937767, 676068911,
    681174602, 686254647, 691308855, 696337036, 701339000, 706314559, 711263525, 716185713, 721080937, 725949013,
    730789757, 735602987, 740388522, 745146182, 749875788, 754577161, 759250125, 763894504, 768510122, 773096806,
    777654384, 782182683, 786681534, 791150767, 795590213, 799999706, 804379079, 808728167, 813046808, 817334838,
    821592095, 825818421, 830013654, 834177638, 838310216, 842411232, 846480531, 850517961, 854523370, 858496606,
    862437520, 866345964, 870221790, 874064853, 877875009, 881652112, 885396022, 889106597, 892783698, 896427186,
    900036924, 903612776, 907154608, 910662286, 914135678, 917574653, 920979082, 924348837, 927683790, 930983817,
    934248793, 937478595, 940673101, 943832191, 946955747, 950043650, 953095785, 956112036, 959092290, 962036435,
    964944360, 967815955, 970651112, 973449725, 976211688, 978936898, 981625251, 984276646, 986890984, 989468165,
    992008094, 994510675, 996975812, 999403415, 1001793390, 1004145648, 1006460100, 1008736660, 1010975242,
    1013175761, 1015338134, 1017462281, 1019548121, 1021595575, 1023604567, 1025575020, 1027506862, 1029400018,
    1031254418, 1033069992, 1034846671, 1036584389, 1038283080, 1039942680, 1041563127, 1043144360, 1044686319,
    1046188946, 1047652185, 1049075980, 1050460278, 1051805027, 1053110176, 1054375676, 1055601479, 1056787540,
    1057933813, 1059040255, 1060106826, 1061133483, 1062120190, 1063066909, 1063973603, 1064840240, 1065666786,
    1066453210, 1067199483, 1067905576, 1068571464, 1069197120, 1069782521, 1070327646, 1070832474, 1071296985,
    1071721163, 1072104991, 1072448455, 1072751542, 1073014240, 1073236540, 1073418433, 1073559913, 1073660973,
    1073721611, 1073741824,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_sine_to_the_last_unit() {
        for facing in 0..FACINGS {
            let angle = f64::from(facing) * std::f64::consts::TAU / f64::from(FACINGS);
            assert!((sine(facing) as f64 - angle.sin() * ONE as f64).abs() <= 0.500_001, "sine of {facing}");
            assert!((cosine(facing) as f64 - angle.cos() * ONE as f64).abs() <= 0.500_001, "cosine of {facing}");
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let point = Point::new(123, -45);
        assert_eq!(point.turned(0), point);
        assert_eq!(point.turned(256), Point::new(45, 123));
        assert_eq!(point.turned(512), Point::new(-123, 45));
        assert_eq!(point.turned(768), Point::new(-45, -123));
    }

    proptest::proptest! {
        #[test]
        fn turning_on_by_a_quarter_is_a_quarter_turn(x in -99_999..99_999_i32, y in -99_999..99_999_i32, f in 0..1_024_u16) {
            let once = Point::new(x, y).turned(f);
            proptest::prop_assert_eq!(Point::new(x, y).turned(f + 256), Point::new(-once.y, once.x));
            proptest::prop_assert_eq!(Point::new(x, -y).turned(FACINGS - f), Point::new(once.x, -once.y));
        }
    }
}
