//! Puts functions of a WASM file beside functions that are like them. A compressor writes what came a
//! little while ago in fewer bits than what came long ago, and the copies that generic functions
//! leave behind lie all over the file.

use std::collections::HashMap;
use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{BinaryReaderError, CodeSectionReader, FunctionSectionReader, Parser, Payload};

/// Functions are compared by their runs of so many bytes.
const RUN: usize = 6;
/// A run that so many functions have tells nothing about any of them.
const COMMON: usize = 400;

/// The same program with its functions in another order.
///
/// # Errors
/// Where the file is no WASM program.
pub fn by_likeness(file: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let functions = Functions::of(file)?;
    let order = chain(&functions);
    let mut places: Vec<u32> = (0..functions.imported).collect();
    places.resize(functions.imported as usize + order.len(), 0);
    for (place, &function) in (functions.imported..).zip(&order) {
        places[functions.imported as usize + function] = place;
    }
    let mut module = Module::new();
    InOrder { order, places }.parse_core_module(&mut module, Parser::new(0), file)?;
    Ok(module.finish())
}

/// What the order is made from.
struct Functions<'a> {
    /// How many are imported; their indices come first.
    imported: u32,
    /// The type and the bytes of each of the others.
    own: Vec<(u32, &'a [u8])>,
}

impl<'a> Functions<'a> {
    fn of(file: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let (mut imported, mut types, mut bodies) = (0, Vec::new(), Vec::new());
        for part in Parser::new(0).parse_all(file) {
            match part? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let is_function = matches!(import?.ty, wasmparser::TypeRef::Func(_));
                        imported += u32::from(is_function);
                    }
                }
                Payload::FunctionSection(section) => {
                    types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
                _ => {}
            }
        }
        Ok(Functions { imported, own: types.into_iter().zip(bodies).collect() })
    }
}

/// After each function the one that is most like it, of those that are left; where none is, the
/// next by type and bytes.
fn chain(functions: &Functions) -> Vec<usize> {
    let own = &functions.own;
    let runs: Vec<Vec<&[u8]>> = own.iter().map(|(_, body)| runs(body)).collect();
    let mut having = HashMap::<&[u8], Vec<usize>>::new();
    for (function, runs) in runs.iter().enumerate() {
        runs.iter().for_each(|run| having.entry(run).or_default().push(function));
    }
    having.retain(|_, functions| (2..COMMON).contains(&functions.len()));

    let mut sorted: Vec<usize> = (0..own.len()).collect();
    sorted.sort_by_key(|&function| own[function]);
    let mut sorted = sorted.into_iter();
    let (mut order, mut is_placed) = (Vec::new(), vec![false; own.len()]);
    let mut shared = vec![0_usize; own.len()];
    let mut next = sorted.next();
    while let Some(function) = next {
        order.push(function);
        is_placed[function] = true;
        let mut alike = Vec::new();
        for other in runs[function].iter().filter_map(|run| having.get(run)).flatten() {
            if shared[*other] == 0 {
                alike.push(*other);
            }
            shared[*other] += 1;
        }
        // The share of runs that two have in common, of the longer one; a short one tells little.
        let likeness = |&other: &usize| {
            let longer = runs[function].len().max(runs[other].len());
            (shared[other] as f64 / (longer + 8) as f64, std::cmp::Reverse(other))
        };
        let left = alike.iter().copied().filter(|&other| !is_placed[other]);
        next = left.max_by(|a, b| {
            let (a, b) = (likeness(a), likeness(b));
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        });
        alike.into_iter().for_each(|other| shared[other] = 0);
        next = next.or_else(|| sorted.find(|&function| !is_placed[function]));
    }
    order
}

/// The runs of a function, each once.
fn runs(body: &[u8]) -> Vec<&[u8]> {
    let mut runs: Vec<_> = body.windows(RUN).collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// Writes a program with its functions in an order.
struct InOrder {
    /// Which of its own functions stands at each place.
    order: Vec<usize>,
    /// The new index of each function, of the imported ones as well.
    places: Vec<u32>,
}

impl Reencode for InOrder {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(self.places[function as usize])
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.order.iter().for_each(|&function| {
            functions.function(types[function]);
        });
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(code, bodies[function].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        ImportSection, Instruction, RefType, TableSection, TableType, TypeSection,
    };

    /// What a body does: so many additions of a number, and a call.
    fn body(number: i32, times: usize, callee: u32) -> Function {
        let mut body = Function::new([]);
        body.instruction(&Instruction::I32Const(number));
        for _ in 0..times {
            body.instruction(&Instruction::I32Const(number)).instruction(&Instruction::I32Add);
        }
        body.instruction(&Instruction::Drop).instruction(&Instruction::Call(callee));
        body.instruction(&Instruction::End);
        body
    }

    /// A program of an imported function and five of its own, of which 1 and 4, and 2 and 5, are alike.
    fn program() -> Vec<u8> {
        let mut module = Module::new();
        let mut types = TypeSection::new();
        types.ty().function([], []);
        module.section(&types);
        let mut imports = ImportSection::new();
        imports.import("m", "f", EntityType::Function(0));
        module.section(&imports);
        let mut functions = FunctionSection::new();
        (0..5).for_each(|_| {
            functions.function(0);
        });
        module.section(&functions);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: None,
            shared: false,
        });
        module.section(&tables);
        let mut exports = ExportSection::new();
        exports.export("one", ExportKind::Func, 1).export("five", ExportKind::Func, 5);
        module.section(&exports);
        let mut elements = ElementSection::new();
        let listed = Elements::Functions(vec![2, 4].into());
        elements.active(Some(0), &ConstExpr::i32_const(0), listed);
        module.section(&elements);
        let mut code = CodeSection::new();
        for (number, times, callee) in
            [(70_000, 40, 0), (1_234_567, 30, 1), (99, 3, 5), (70_000, 41, 4), (1_234_567, 31, 2)]
        {
            code.function(&body(number, times, callee));
        }
        module.section(&code);
        module.finish()
    }

    /// Each function as text, calls by what is called, as the exports and the table name them.
    fn told(file: &[u8]) -> Vec<String> {
        let functions = Functions::of(file).expect("a program");
        let tell = |index: u32| {
            let Some(own) = index.checked_sub(functions.imported) else {
                return "imported".to_owned();
            };
            let reader = wasmparser::BinaryReader::new(functions.own[own as usize].1, 0);
            let body = wasmparser::FunctionBody::new(reader);
            let operators = body.get_operators_reader().expect("operators").into_iter();
            let told = operators.map(|operator| match operator.expect("an operator") {
                wasmparser::Operator::Call { function_index } => {
                    let callee = function_index.checked_sub(functions.imported);
                    let length = |own: u32| functions.own[own as usize].1.len();
                    format!("call of {:?} bytes", callee.map(length))
                }
                other => format!("{other:?}"),
            });
            told.collect::<String>()
        };
        let mut all = Vec::new();
        for part in Parser::new(0).parse_all(file) {
            match part.expect("a part") {
                Payload::ExportSection(exports) => {
                    all.extend(exports.into_iter().map(|export| {
                        let export = export.expect("an export");
                        format!("{}: {}", export.name, tell(export.index))
                    }));
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let wasmparser::ElementItems::Functions(listed) =
                            element.expect("elements").items
                        else {
                            panic!("the table holds functions");
                        };
                        all.extend(listed.into_iter().map(|index| tell(index.expect("an index"))));
                    }
                }
                _ => {}
            }
        }
        all
    }

    #[test]
    fn like_stands_beside_like_and_everybody_calls_whom_they_called() {
        let before = program();
        wasmparser::validate(&before).expect("a program");
        let after = by_likeness(&before).expect("a program");
        wasmparser::validate(&after).expect("still one");
        assert_eq!(told(&after), told(&before));
        let lengths = |file| {
            let functions = Functions::of(file).expect("a program");
            functions.own.iter().map(|(_, body)| body.len()).collect::<Vec<_>>()
        };
        let (before, after) = (lengths(&before), lengths(&after));
        let place = |function: usize| {
            after.iter().position(|length| *length == before[function]).expect("still there")
        };
        assert_eq!(place(0).abs_diff(place(3)), 1);
        assert_eq!(place(1).abs_diff(place(4)), 1);
    }

    #[test]
    fn the_order_is_the_same_every_time_and_nothing_else_is_a_program() {
        assert_eq!(by_likeness(&program()).ok(), by_likeness(&program()).ok());
        assert!(by_likeness(b"<!doctype html>").is_err());
    }
}
