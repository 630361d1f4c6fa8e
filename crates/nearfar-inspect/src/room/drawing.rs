//! Small pictures of the room as lists of shapes: the plot of w and v, heads by what laws explain, bars. The page draws
//! them one after the other; how they look is the style sheet's.

use crate::link::Place;

/// Where something is: x and y, downwards.
pub type At = (f64, f64);

/// A shape, by the class that the style sheet knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line from one place to another.
    Line(&'static str, [At; 2]),
    /// A text at a place.
    Text(&'static str, At, String),
    /// What is drawn in: x, y, width and height.
    Frame([f64; 4]),
    /// A bar: x, y, width and height, and what it says.
    Bar(Option<&'static str>, [f64; 4], String),
    /// A head that can be chosen: where it is, its radius, and what it says.
    Head(Place, At, f64, String),
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// x and y of its corner, width and height.
    pub view: [f64; 4],
    /// Whether it fills its box, whatever form that has.
    pub is_stretched: bool,
    /// What it shows, in words.
    pub name: String,
    /// Those in front come last.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// The heads that can be chosen.
    pub fn heads(&self) -> impl Iterator<Item = (Place, At, f64, &str)> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Head(place, at, radius, says) => Some((*place, *at, *radius, says.as_str())),
            _ => None,
        })
    }

    /// The bars.
    pub fn bars(&self) -> impl Iterator<Item = (Option<&'static str>, [f64; 4], &str)> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Bar(class, at, says) => Some((*class, *at, says.as_str())),
            _ => None,
        })
    }

    /// The texts of a class, each with its place.
    pub fn texts(&self, class: &str) -> impl Iterator<Item = (At, &str)> {
        self.shapes.iter().filter_map(move |shape| match shape {
            Shape::Text(of, at, says) if *of == class => Some((*at, says.as_str())),
            _ => None,
        })
    }
}
