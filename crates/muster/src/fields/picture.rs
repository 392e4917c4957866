//! Drawings as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::failure::Failure;

/// A drawing as PNG, as large as the drawing says.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Check(format!("the drawing cannot be made: {error}"));
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| wrong(&error))?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(|| wrong(&"it is too large"))?;
    resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| wrong(&error))
}
