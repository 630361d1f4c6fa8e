"""Reference values of whole models, computed with PyTorch in float64 from the formulas alone.

    pip install torch
    python3 crates/nearfar/tools/make_models.py

Writes crates/nearfar/golden/x_models.json in the schema of its neighbours (`da-golden/1`): heads with every
mapping and adjustment through a whole block, under a causal mask too; pairs and documents; vanilla
attention with and without positions. It shares no line with the Rust that is held to it: attention is written
out with loops over heads and torch operations, layer norm is torch's own.

Inputs are multiples of 1/128, so that float32 holds them exactly. They are drawn again until no argument of a
ReLU, of a clip or of |p - h| is nearer to its kink than MARGIN.
"""

import json
import random
from pathlib import Path

import torch
from torch.nn import functional

OUT = Path(__file__).resolve().parent.parent / "golden" / "x_models.json"
MARGIN = 1e-3
WIDTH, HEADS, SIZE, INNER, POOLED, CLASSES = 6, 2, 3, 5, 4, 3

torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)


class Draw:
    """Seeded multiples of 1/128, and how near to a kink the numbers of a case come."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.margin = float("inf")

    def tensor(self, *shape, scale=1.0):
        count = 1
        for size in shape:
            count *= size
        numbers = [round(self.random.uniform(-scale, scale) * 128) / 128 for _ in range(count)]
        return torch.tensor(numbers).reshape(shape)

    def kink(self, values):
        if values.numel():
            self.margin = min(self.margin, float(values.abs().min()))

    def relu(self, values):
        self.kink(values)
        return values.clamp(min=0)


def coefficient(draw, mapping, w, v, distance):
    """f(w R; v): section 4.3 and Eq. 5."""
    x = w * distance
    name = mapping["name"]
    if name == "clip":
        draw.kink(x - mapping["T"])
        return torch.minimum(x, torch.tensor(mapping["T"]))
    if name == "linear":
        return mapping["k"] * x + mapping["b"]
    if name == "exponent":
        return torch.exp(x)
    if name == "sigmoid":
        return 1 / (1 + torch.exp(-x))
    if name == "learnable-sigmoid":
        return (1 + torch.exp(v)) / (1 + torch.exp(v - x))
    raise ValueError(name)


def positions(tokens):
    """PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos of the same."""
    table = torch.zeros(tokens, WIDTH)
    for p in range(tokens):
        for column in range(WIDTH):
            angle = torch.tensor(p / 10000 ** ((column - column % 2) / WIDTH))
            table[p, column] = torch.sin(angle) if column % 2 == 0 else torch.cos(angle)
    return table


def attention(draw, method, weights, prefix, x, causal):
    """One layer: weights of every head [h, N, N], and the output [N, D]."""
    tokens = x.shape[0]
    place = torch.arange(tokens)
    distance = (place[:, None] - place[None, :]).abs().to(torch.float64)
    hidden = (place[None, :] > place[:, None]) & causal
    maps, outputs = [], []
    for head in range(HEADS):
        columns = slice(head * SIZE, (head + 1) * SIZE)
        query, key, value = (
            x @ weights[f"{prefix}.attention.{role}"][:, columns] for role in ("query", "key", "value")
        )
        scores = query @ key.T / SIZE**0.5
        if method["kind"] == "vanilla":
            found = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=1)
        else:
            w, v = (weights[f"{prefix}.attention.{name}"][head] for name in ("w", "v"))
            f = coefficient(draw, method["mapping"], w, v, distance)
            adjustment = method["adjustment"]
            logits = {
                "early-multiply": lambda: draw.relu(scores) * f,
                "early-add": lambda: scores + f,
                "late-multiply": lambda: scores,
                "late-add": lambda: scores,
                "early-multiply-without-relu": lambda: scores * f,
                "early-add-with-relu": lambda: draw.relu(scores) + f,
            }[adjustment]()
            found = torch.softmax(logits.masked_fill(hidden, float("-inf")), dim=1)
            if adjustment == "late-multiply":
                found = found * f
            if adjustment == "late-add":
                # A masked key keeps the weight 0.
                found = (found + f).masked_fill(hidden, 0.0)
        maps.append(found)
        outputs.append(found @ value)
    joined = torch.cat(outputs, dim=1)
    return torch.stack(maps), joined @ weights[f"{prefix}.attention.output"]


def encode(draw, model, weights, prefix, embeddings, causal=False):
    """Section 4.1: attention, norm, feed-forward, norm, pooling; every value by its name."""
    method = model["method"]
    x = embeddings
    if method["kind"] == "vanilla" and method["positions"]:
        x = x + positions(x.shape[0])
    maps, attended = attention(draw, method, weights, prefix, x, causal)
    norm = lambda name, values: functional.layer_norm(
        values, (WIDTH,), weights[f"{prefix}.{name}.gain"], weights[f"{prefix}.{name}.bias"], 1e-5
    )
    linear = lambda name, values: values @ weights[f"{prefix}.{name}.weight"] + weights[f"{prefix}.{name}.bias"]
    x1 = norm("attention_norm", x + attended)
    fed = linear("feed_forward.output", draw.relu(linear("feed_forward.hidden", x1)))
    x2 = norm("feed_forward_norm", x1 + fed)
    if model["pooling"] == "mean":
        shares = torch.full((x2.shape[0],), 1.0 / x2.shape[0])
    else:
        scores = torch.tanh(linear("pooling", x2)) @ weights[f"{prefix}.pooling.query"]
        shares = torch.softmax(scores, dim=0)
    return {"attn": maps, "x2": x2, "shares": shares, "pooled": shares @ x2}


def tensors(draw, model):
    """Every tensor of docs/checkpoints.md, large enough that attention is far from even."""
    encoders = ["words", "sentences"] if model["structure"] == "hierarchical" else ["words"]
    joined = HEADS * SIZE
    weights = {}
    for encoder in encoders:
        for role in ("query", "key", "value"):
            weights[f"{encoder}.attention.{role}"] = draw.tensor(WIDTH, joined)
        weights[f"{encoder}.attention.output"] = draw.tensor(joined, WIDTH)
        # One near and one far head, v of either sign.
        w, v = draw.tensor(HEADS, scale=0.5).abs() + 0.125, draw.tensor(HEADS)
        weights[f"{encoder}.attention.w"] = w * torch.tensor([-1.0, 1.0])
        weights[f"{encoder}.attention.v"] = v
        for name in ("attention_norm", "feed_forward_norm"):
            weights[f"{encoder}.{name}.gain"] = 1 + draw.tensor(WIDTH, scale=0.25)
            weights[f"{encoder}.{name}.bias"] = draw.tensor(WIDTH, scale=0.25)
        for name, rows, columns in (("hidden", WIDTH, INNER), ("output", INNER, WIDTH)):
            weights[f"{encoder}.feed_forward.{name}.weight"] = draw.tensor(rows, columns)
            weights[f"{encoder}.feed_forward.{name}.bias"] = draw.tensor(columns, scale=0.25)
        if model["pooling"] == "attention":
            weights[f"{encoder}.pooling.weight"] = draw.tensor(WIDTH, POOLED)
            weights[f"{encoder}.pooling.bias"] = draw.tensor(POOLED, scale=0.25)
            weights[f"{encoder}.pooling.query"] = draw.tensor(POOLED)
    features = 4 * WIDTH if model["structure"] == "pair" else WIDTH
    weights["classifier.weight"] = draw.tensor(features, CLASSES)
    weights["classifier.bias"] = draw.tensor(CLASSES, scale=0.25)
    return weights


def classify(draw, model, weights, texts):
    """Logits, and what each encoder made of each text."""
    words = [encode(draw, model, weights, "words", text) for text in texts]
    pooled = [one["pooled"] for one in words]
    found = {f"words{place}": one for place, one in enumerate(words)}
    if model["structure"] == "single":
        features = pooled[0]
    elif model["structure"] == "pair":
        p, h = pooled
        draw.kink(p - h)
        features = torch.cat([p, h, (p - h).abs(), p * h])
    else:
        document = encode(draw, model, weights, "sentences", torch.stack(pooled))
        found["sentences"] = document
        features = document["pooled"]
    logits = features @ weights["classifier.weight"] + weights["classifier.bias"]
    return found, logits


def stored(tensor):
    return {"shape": list(tensor.shape), "dtype": "f64", "data": tensor.reshape(-1).tolist()}


def case(name, model, lengths, seed):
    """A case whose kinks are far enough, from the first seed that gives one."""
    while True:
        draw = Draw(seed)
        weights = tensors(draw, model)
        texts = [draw.tensor(length, WIDTH) for length in lengths]
        outputs, logits = classify(draw, model, weights, texts)
        if model["structure"] == "single":
            outputs["causal"] = encode(draw, model, weights, "words", texts[0], causal=True)
        if draw.margin >= MARGIN:
            break
        seed += 1
    values = {
        f"{place}.{key}": stored(value) for place, all_of in outputs.items() for key, value in all_of.items()
    }
    values["logits"] = stored(logits)
    inputs = {f"text{place}": stored(text) for place, text in enumerate(texts)}
    inputs |= {key: stored(value) for key, value in weights.items()}
    params = {
        "method": model["text"],
        "structure": model["structure"],
        "pooling": model["pooling"],
        "margin": draw.margin,
        "seed": seed,
    }
    return {"name": name, "params": params, "inputs": inputs, "outputs": values}


MAPPINGS = {
    "clip(0.625)": {"name": "clip", "T": 0.625},
    "linear(0.75,1.25)": {"name": "linear", "k": 0.75, "b": 1.25},
    "exponent": {"name": "exponent"},
    "sigmoid": {"name": "sigmoid"},
    "learnable-sigmoid": {"name": "learnable-sigmoid"},
}
ADJUSTMENTS = (
    "early-multiply",
    "early-add",
    "late-multiply",
    "late-add",
    "early-multiply-without-relu",
    "early-add-with-relu",
)


def methods():
    for mapping, parameters in MAPPINGS.items():
        for adjustment in ADJUSTMENTS:
            # Every mapping with the paper's own adjustment; the learnable sigmoid and clip with all.
            if adjustment == "early-multiply" or mapping in ("learnable-sigmoid", "clip(0.625)"):
                yield f"da:{mapping}:{adjustment}", {
                    "kind": "da",
                    "mapping": parameters,
                    "adjustment": adjustment,
                }
    yield "vanilla", {"kind": "vanilla", "positions": True}
    yield "vanilla:no-positions", {"kind": "vanilla", "positions": False}


def main():
    cases = []
    for place, (text, method) in enumerate(methods()):
        pooling = ("mean", "attention")[place % 2]
        model = {"text": text, "method": method, "structure": "single", "pooling": pooling}
        cases.append(case(f"single_{text}", model, [7], 100 * place))
        if method["kind"] == "da" and method["adjustment"] != "early-multiply":
            continue
        for structure, lengths in (("pair", [5, 4]), ("hierarchical", [4, 1, 6])):
            other = {**model, "structure": structure, "pooling": ("attention", "mean")[place % 2]}
            cases.append(case(f"{structure}_{text}", other, lengths, 100 * place + 50))
    file = {"format": "da-golden/1", "component": "models", "cases": cases}
    OUT.write_text(json.dumps(file, separators=(",", ":")) + "\n")
    print(f"{len(cases)} cases, {OUT.stat().st_size} bytes")


main()
