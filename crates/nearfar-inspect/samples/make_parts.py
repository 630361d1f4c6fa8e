"""Writes the samples that were made for this crate's tests: blocks.gguf, big_endian.gguf, parts.onnx with
parts.bin, parts_old.h5, parts_new.h5, huge_shapes.h5 and hostile_views.pt. Run in this folder, with gguf 0.19,
onnx 1.23, h5py 3.16 and torch 2.15. Blocks are random bytes; beside each tensor of blocks stands what gguf-py makes of it."""

import gguf
import h5py
import numpy as np
import onnx
import torch
from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType as Kind
from gguf.quants import dequantize, quantize
from onnx import TensorProto, helper, numpy_helper


def finish(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def blocks():
    # Where the scales of a block are: their exponents are kept small, so that all numbers are finite.
    scales = {
        Kind.Q4_0: [0], Kind.Q4_1: [0, 2], Kind.Q5_0: [0], Kind.Q5_1: [0, 2], Kind.Q8_0: [0],
        Kind.Q2_K: [80, 82], Kind.Q3_K: [108], Kind.Q4_K: [0, 2], Kind.Q5_K: [0, 2], Kind.Q6_K: [208],
    }
    random = np.random.default_rng(2026)
    writer = gguf.GGUFWriter("blocks.gguf", "blocks")
    for kind, places in scales.items():
        numbers, size = GGML_QUANT_SIZES[kind]
        raw = random.integers(0, 256, size=(3, size), dtype=np.uint8)
        for place in places:
            raw[:, place + 1] &= 0xBF
        expected = dequantize(raw.reshape(-1), kind).astype(np.float32).reshape(3, numbers)
        assert np.isfinite(expected).all()
        writer.add_tensor(kind.name, raw, raw_dtype=kind)
        writer.add_tensor(kind.name + ".f32", expected)
    finish(writer)


def big_endian():
    writer = gguf.GGUFWriter("big_endian.gguf", "big", endianess=gguf.GGUFEndian.BIG)
    writer.add_uint32("big.heads", 3)
    writer.add_float32("big.epsilon", 0.5)
    writer.add_array("big.short", [1, 2, 3])
    writer.add_array("big.long", list(range(20)))
    writer.add_bool("big.yes", True)
    writer.add_array("big.words", [f"w{i}" for i in range(100)])
    writer.add_tensor("f32", np.array([[1, 2, 3], [4, 5, -6.5]], dtype=np.float32))
    writer.add_tensor("f16", np.array([0.5, -2], dtype=np.float16))
    writer.add_tensor("i32", np.array([7, -8], dtype=np.int32))
    writer.add_tensor("i8", np.array([7, -8], dtype=np.int8))
    writer.add_tensor("f64", np.array([0.1], dtype=np.float64))
    line = np.linspace(-1, 1, 32, dtype=np.float32).reshape(1, 32)
    writer.add_tensor("q8_0", quantize(line, Kind.Q8_0), raw_dtype=Kind.Q8_0)
    finish(writer)


def parts_onnx():
    T = TensorProto

    def tensor(name, kind, dims, **fields):
        made = T(name=name, data_type=kind, dims=dims)
        for field, values in fields.items():
            if field == "raw_data":
                made.raw_data = values
            else:
                getattr(made, field).extend(values)
        return made

    def array(values, dtype, name=""):
        return numpy_helper.from_array(np.array(values, dtype=dtype), name)

    def info(name, kind, shape):
        return helper.make_tensor_value_info(name, kind, shape)

    def constant(output, **values):
        return helper.make_node("Constant", [], [output], **values)

    halves = [int(np.float16(value).view(np.uint16)) for value in (1.5, -2)]
    elsewhere = tensor("elsewhere", T.FLOAT, [2])
    elsewhere.data_location = T.EXTERNAL
    for key, value in (("location", "../sub/parts.bin"), ("offset", "4"), ("length", "8")):
        elsewhere.external_data.add(key=key, value=value)
    initializers = [
        tensor("floats", T.FLOAT, [2, 2], float_data=[0.5, 1.5, 2.5, 3.5]),
        tensor("doubles", T.DOUBLE, [2], double_data=[0.1, -0.2]),
        tensor("int32s", T.INT32, [3], int32_data=[1, -2, 300]),
        tensor("int8s", T.INT8, [2], int32_data=[-128, 127]),
        tensor("uint8s", T.UINT8, [2], int32_data=[0, 255]),
        tensor("bools", T.BOOL, [3], int32_data=[1, 0, 1]),
        tensor("halves", T.FLOAT16, [2], int32_data=halves),
        tensor("brains", T.BFLOAT16, [1], int32_data=[0x3FC0]),
        tensor("int64s", T.INT64, [2], int64_data=[-5, 1 << 40]),
        tensor("uint32s", T.UINT32, [1], uint64_data=[4000000000]),
        tensor("words", T.STRING, [1], string_data=[b"a"]),
        tensor("few", T.FLOAT, [3], float_data=[1.0]),
        tensor("none", T.FLOAT, [3]),
        tensor("short", T.FLOAT, [2], raw_data=bytes(7)),
        tensor("fp8", T.FLOAT8E4M3FN, [2], raw_data=bytes(2)),
        array(2.5, np.float32, "scalar"),
        elsewhere,
    ]
    deep = [constant("deep", value=array([9], np.int64))]
    inner = helper.make_graph(deep, "inner", [], [info("deep", T.INT64, [1])])
    nested = helper.make_node(
        "If", ["cond"], ["n_out"], name="inner_if", then_branch=inner, else_branch=inner
    )
    then_branch = helper.make_graph(
        [nested], "then", [], [info("n_out", T.INT64, [1])], initializer=[array([3.0], np.float32, "w")]
    )
    other = [constant("e", value=array([4], np.int64))]
    else_branch = helper.make_graph(other, "else", [], [info("e", T.INT64, [1])])
    nodes = [
        constant("c1", value=array([1, 2], np.float32, "ignored")),
        constant("c2", value_float=0.25),
        constant("c3", value_ints=[1, -2, 3]),
        constant("c4", value_floats=[0.5, 1.5]),
        helper.make_node("If", ["cond"], ["if_out"], then_branch=then_branch, else_branch=else_branch),
    ]
    sparse = helper.make_sparse_tensor(
        array([1.5, 2.5], np.float32, "sparse"), array([2, 7], np.int64, "sparse_indices"), [10]
    )
    graph = helper.make_graph(
        nodes,
        "parts",
        [info("x", T.FLOAT, ["batch", 8, 16]), info("cond", T.BOOL, []), info("floats", T.FLOAT, [2, 2])],
        [info("if_out", T.INT64, [1])],
        initializer=initializers,
        sparse_initializer=[sparse],
    )
    body = [constant("half", value=array(0.5, np.float32)), helper.make_node("Mul", ["a", "half"], ["b"])]
    opset = helper.make_opsetid("", 17)
    function = helper.make_function("own", "Half", ["a"], ["b"], body, [opset])
    model = helper.make_model(
        graph,
        producer_name="by hand",
        producer_version="1",
        opset_imports=[opset, helper.make_opsetid("own", 1)],
        functions=[function],
        ir_version=8,
    )
    model.metadata_props.add(key="author", value="nobody")
    onnx.save(model, "parts.onnx")
    np.array([0, 1.25, -3.5, 0], dtype=np.float32).tofile("parts.bin")


def parts_hdf5(name, version):
    with h5py.File(name, "w", libver=version) as file:
        file.attrs["text"] = "größe"
        file.attrs["fixed"] = np.bytes_(b"abc")
        file.attrs["words"] = ["a", "bc"]
        file.attrs["number"] = np.int32(-7)
        file.attrs["few"] = np.array([0.5, 1.5])
        file.attrs["many"] = np.arange(100)
        file.attrs["pair"] = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])
        types = file.create_group("types")
        for kind in ("i1", "<i2", ">i2", "<i4", "<i8", "u1", "<u2", "<u4", ">u8", "<f2", ">f4", "<f8"):
            values = np.array([[1, 2, 3], [100, 5, 6]], dtype=kind)
            types.create_dataset(kind.replace("<", "").replace(">", "big_"), data=values)
        types.create_dataset("bool", data=np.array([True, False, True]))
        types.create_dataset("string", data=b"hello")
        types.create_dataset("complex", data=np.array([1 + 2j]))
        types.create_dataset("scalar", data=np.float32(2.5))
        types.create_dataset("empty", data=np.zeros((0, 3), dtype="f4"))
        types.create_dataset("null", data=h5py.Empty("f4"))
        types.create_dataset("unwritten", shape=(2, 2), dtype="f4", fillvalue=1.25)
        compact = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        compact.set_layout(h5py.h5d.COMPACT)
        space = h5py.h5s.create_simple((3,))
        made = h5py.h5d.create(types.id, b"compact", h5py.h5t.IEEE_F32LE, space, dcpl=compact)
        made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([1, 2, 4], dtype="f4"))
        brain = h5py.h5t.IEEE_F16LE.copy()
        brain.set_fields(15, 7, 8, 0, 7)
        brain.set_ebias(127)
        made = h5py.h5d.create(types.id, b"bf16", brain, h5py.h5s.create_simple((2,)))
        bits = np.array([0x3FC0, 0xC000], dtype="u2")
        made.write(h5py.h5s.ALL, h5py.h5s.ALL, bits, mtype=brain)
        chunks = file.create_group("chunks")
        data = np.arange(5 * 7 * 6).reshape(5, 7, 6).astype("f4")
        chunks.create_dataset("plain", data=data, chunks=(2, 3, 4))
        chunks.create_dataset(
            "packed", data=data, chunks=(2, 3, 4), compression="gzip", shuffle=True, fletcher32=True
        )
        chunks.create_dataset("halves", data=(np.arange(100) / 4).astype("f2"), chunks=(30,))
        grown = chunks.create_dataset(
            "grown", shape=(4, 4), maxshape=(None, 4), chunks=(2, 2), dtype=">i4", fillvalue=9
        )
        grown[0:2, 0:2] = 1
        if version == "latest":
            chunks.create_dataset("single", data=data, chunks=(5, 7, 6), compression="gzip")
            open_both = (None, None)
            chunks.create_dataset("unlimited2", data=data[:, :, 0], maxshape=open_both, chunks=(2, 2))
        chunks.create_dataset("scaled", data=np.arange(50, dtype="i4"), chunks=(25,), scaleoffset=0)
        many = file.create_group("many")
        for i in range(40):
            many.create_dataset(f"d{i:02}", data=np.float32(i))
        links = file.create_group("links")
        links["soft"] = h5py.SoftLink("/types/f8")
        links["dangling"] = h5py.SoftLink("/nowhere")
        links["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
        links["hard"] = file["types/f8"]
        links["up"] = file["/"]


def huge_shapes():
    with h5py.File("huge_shapes.h5", "w", libver="latest") as file:
        file.create_dataset("thin", shape=(1 << 40,), chunks=(1,), dtype="f4", fillvalue=2)
        grows = {"maxshape": (None, None), "chunks": (1, 1), "dtype": "f4", "fillvalue": 3}
        file.create_dataset("thin2", shape=(1 << 30, 1 << 20), **grows)
        thick = file.create_dataset(
            "thick", shape=(1 << 16, 1 << 14), chunks=(1 << 12, 1 << 14), dtype="f4", compression="gzip"
        )
        thick.id.write_direct_chunk((0, 0), b"\x78\x9c\x03\x00\x00\x00\x00\x01")
        file.create_dataset("beyond", shape=(1 << 40, 1 << 20), dtype="f4", chunks=(1 << 10, 1 << 10))
    with h5py.File("huge_shapes_old.h5", "w", libver="earliest") as file:
        file.create_dataset("thin", shape=(1 << 40,), chunks=(1,), dtype="f4", fillvalue=2)


def hostile_views():
    """Views of more numbers than the file has bytes, and two that are genuine."""
    one = torch.zeros(1)
    views = {
        "stride_0": one.expand(10**12),
        "stride_0_columns": one.expand(10**6, 10**6),
        "overlapping": torch.arange(4096.0).as_strided((10**9, 2048), (0, 1)),
        "expanded": torch.arange(4.0).expand(3, 4),
        "turned": torch.arange(6.0).reshape(2, 3).t(),
    }
    views |= {f"many.{i}": one.expand(2**23) for i in range(8)}
    torch.save(views, "hostile_views.pt")


blocks()
big_endian()
parts_onnx()
parts_hdf5("parts_old.h5", "earliest")
parts_hdf5("parts_new.h5", "latest")
huge_shapes()
hostile_views()
