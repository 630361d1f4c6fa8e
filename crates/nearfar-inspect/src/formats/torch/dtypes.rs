//! PyTorch's types, by the names that its files use.

use crate::tensor::Dtype;

/// A type: ours, PyTorch's name for it, and the bytes of one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) dtype: Dtype,
    pub(super) name: &'static str,
    pub(super) bytes: u64,
}

const fn kind(dtype: Dtype, name: &'static str, bytes: u64) -> Kind {
    Kind { dtype, name, bytes }
}

/// Storage classes (`torch.FloatStorage`), types (`torch.float32`), and what they are. Types without
/// a class of their own are kept in bytes.
const KINDS: [(&str, Kind); 27] = [
    ("DoubleStorage", kind(Dtype::F64, "torch.float64", 8)),
    ("FloatStorage", kind(Dtype::F32, "torch.float32", 4)),
    ("HalfStorage", kind(Dtype::F16, "torch.float16", 2)),
    ("BFloat16Storage", kind(Dtype::Bf16, "torch.bfloat16", 2)),
    ("LongStorage", kind(Dtype::I64, "torch.int64", 8)),
    ("IntStorage", kind(Dtype::I32, "torch.int32", 4)),
    ("ShortStorage", kind(Dtype::I16, "torch.int16", 2)),
    ("CharStorage", kind(Dtype::I8, "torch.int8", 1)),
    ("ByteStorage", kind(Dtype::U8, "torch.uint8", 1)),
    ("BoolStorage", kind(Dtype::Bool, "torch.bool", 1)),
    ("UntypedStorage", kind(Dtype::U8, "torch.uint8", 1)),
    ("ComplexDoubleStorage", kind(Dtype::Other, "torch.complex128", 16)),
    ("ComplexFloatStorage", kind(Dtype::Other, "torch.complex64", 8)),
    ("QInt8Storage", kind(Dtype::Other, "torch.qint8", 1)),
    ("QUInt8Storage", kind(Dtype::Other, "torch.quint8", 1)),
    ("QInt32Storage", kind(Dtype::Other, "torch.qint32", 4)),
    ("QUInt4x2Storage", kind(Dtype::Other, "torch.quint4x2", 1)),
    ("QUInt2x4Storage", kind(Dtype::Other, "torch.quint2x4", 1)),
    ("", kind(Dtype::U64, "torch.uint64", 8)),
    ("", kind(Dtype::U32, "torch.uint32", 4)),
    ("", kind(Dtype::U16, "torch.uint16", 2)),
    ("", kind(Dtype::Other, "torch.complex32", 4)),
    ("", kind(Dtype::Other, "torch.float8_e4m3fn", 1)),
    ("", kind(Dtype::Other, "torch.float8_e5m2", 1)),
    ("", kind(Dtype::Other, "torch.float8_e4m3fnuz", 1)),
    ("", kind(Dtype::Other, "torch.float8_e5m2fnuz", 1)),
    ("", kind(Dtype::Other, "torch.float8_e8m0fnu", 1)),
];

/// The type of a storage class, wherever it lives (`torch.cuda.FloatStorage`).
pub(super) fn of_storage(class: &str) -> Option<Kind> {
    let (module, class) = class.rsplit_once('.')?;
    let torch = module == "torch" || module.starts_with("torch.");
    let found = KINDS.iter().find(|(name, _)| torch && *name == class && !name.is_empty());
    found.map(|&(_, kind)| kind)
}

/// A type by PyTorch's name.
pub(super) fn of_name(name: &str) -> Option<Kind> {
    let older = match name {
        "torch.half" => "torch.float16",
        "torch.float" => "torch.float32",
        "torch.double" => "torch.float64",
        "torch.long" => "torch.int64",
        "torch.int" => "torch.int32",
        "torch.short" => "torch.int16",
        name => name,
    };
    KINDS.iter().map(|&(_, kind)| kind).find(|kind| kind.name == older)
}
