"""Small models of many families, made by transformers, with the attention of its eager mode.

    pip install torch transformers==5.23.0 safetensors
    python3 crates/nearfar-inspect/tools/make_families.py target/families
    cargo test -p nearfar-inspect --test all families -- --ignored --nocapture

For each case a folder with `model.safetensors` and `config.json`, as `save_pretrained` writes them,
and `reference.safetensors`: `ids` [N] and, where eager mode tells them, `attention.0`, ... [h, N, N], and, of families
with a reading of their own, `state.0`, ... [N, D] (behind the embeddings, then behind each layer but the last) and
`last` [N, D].
Weights are seeded; norms and biases are moved away from 1 and 0, so that a rule that is left out shows.
Weights are rounded to half precision first, and the reference is computed in float64.

With `--stored` the cases that the ordinary tests read are written to samples/families: those that
run with their weights, the others by names, shapes and configuration alone. With `--only`, too, those of that family
alone are written anew.
"""

import argparse
import json
from pathlib import Path

import torch
import transformers
from safetensors.torch import save_file
from transformers import AutoConfig, AutoModel

torch.set_grad_enabled(False)
STORED = Path(__file__).resolve().parent.parent / "samples" / "families"

# Token 1 is the padding of RoBERTa's kin: it moves their positions, so that it stands within.
IDS = [2, 17, 5, 1, 11, 22, 3]
D, HEADS, INNER, LAYERS, WORDS, PLACES = 16, 4, 24, 2, 24, 20

BERT = dict(hidden_size=D, num_attention_heads=HEADS, num_hidden_layers=LAYERS,
            intermediate_size=INNER, vocab_size=WORDS, max_position_embeddings=PLACES)
LLAMA = dict(BERT, num_key_value_heads=HEADS, head_dim=D // HEADS, pad_token_id=0)
# Heads of 8 numbers, two of them to a key: enough pairs for every scaling to show.
GROUPED = dict(BERT, num_attention_heads=HEADS, num_key_value_heads=2, head_dim=8, pad_token_id=0)
WHOLE = dict(hidden_size=32, num_attention_heads=HEADS, num_hidden_layers=LAYERS, intermediate_size=INNER,
             vocab_size=WORDS, max_position_embeddings=PLACES, pad_token_id=0)
GPT2 = dict(n_embd=D, n_head=HEADS, n_layer=LAYERS, n_inner=INNER, vocab_size=WORDS, n_positions=PLACES)
BART = dict(d_model=D, encoder_layers=LAYERS, decoder_layers=LAYERS, encoder_attention_heads=HEADS,
            decoder_attention_heads=HEADS, encoder_ffn_dim=INNER, decoder_ffn_dim=INNER,
            vocab_size=WORDS, max_position_embeddings=PLACES)
T5 = dict(d_model=D, d_kv=D // HEADS, d_ff=INNER, num_layers=LAYERS, num_decoder_layers=LAYERS,
          num_heads=HEADS, vocab_size=WORDS)
DEBERTA = dict(BERT, relative_attention=True, pos_att_type=["c2p", "p2c"], position_biased_input=False,
               max_relative_positions=8, pooler_hidden_size=D)


def variants(base, **options):
    """The case as it is, and one for each option."""
    return {"": base, **{name: {**base, **change} for name, change in options.items()}}


def rope(kind, **parameters):
    """A rotation of all layers."""
    return dict(rope_parameters=dict(rope_type=kind, **{"rope_theta": 10000.0, **parameters}))


def long_factors(first):
    """Phi-3's factors, for a model of sentences of `first` tokens at first."""
    return dict(max_position_embeddings=40, original_max_position_embeddings=first,
                **rope("longrope", short_factor=[1.0, 1.1, 1.3, 1.9], long_factor=[1.5, 2.5, 4.0, 9.0],
                       rope_theta=50.0, original_max_position_embeddings=first))


# model_type: option: configuration. Families that are run here come first.
RUN = {
    "bert": variants(
        BERT, relu=dict(hidden_act="relu"), tanh=dict(hidden_act="gelu_new"), silu=dict(hidden_act="silu"),
        epsilon=dict(layer_norm_eps=0.1), decoder=dict(is_decoder=True), types=dict(type_vocab_size=5),
        two_heads=dict(num_attention_heads=2), padding=dict(pad_token_id=5), gelu_fast=dict(hidden_act="gelu_fast"),
        no_epsilon=dict(layer_norm_eps=0.0), one_layer=dict(num_hidden_layers=1)),
    "roberta": variants(BERT, padding=dict(pad_token_id=4), epsilon=dict(layer_norm_eps=1e-5, type_vocab_size=1),
                        decoder=dict(is_decoder=True)),
    "xlm-roberta": variants(BERT, relu=dict(hidden_act="relu"), decoder=dict(is_decoder=True)),
    "camembert": variants(BERT, types=dict(type_vocab_size=1), decoder=dict(is_decoder=True)),
    "data2vec-text": variants(BERT, decoder=dict(is_decoder=True)),
    "electra": variants(dict(BERT, embedding_size=D), narrow=dict(embedding_size=6), wide=dict(embedding_size=24),
                        narrow_relu=dict(embedding_size=6, hidden_act="relu"),
                        decoder=dict(embedding_size=6, is_decoder=True)),
    "distilbert": variants(
        dict(dim=D, n_heads=HEADS, n_layers=LAYERS, hidden_dim=INNER, vocab_size=WORDS,
             max_position_embeddings=PLACES),
        relu=dict(activation="relu"), sinusoidal=dict(sinusoidal_pos_embds=True)),
    "albert": variants(
        dict(BERT, embedding_size=6, num_hidden_layers=3),
        groups=dict(num_hidden_layers=5, num_hidden_groups=2), inner=dict(inner_group_num=2),
        both=dict(num_hidden_layers=7, num_hidden_groups=3, inner_group_num=2), wide=dict(embedding_size=24),
        relu=dict(hidden_act="relu")),
    "gpt2": variants(
        GPT2, by_layer=dict(scale_attn_by_inverse_layer_idx=True), unscaled=dict(scale_attn_weights=False),
        unscaled_by_layer=dict(scale_attn_weights=False, scale_attn_by_inverse_layer_idx=True),
        upcast=dict(reorder_and_upcast_attn=True, scale_attn_by_inverse_layer_idx=True),
        relu=dict(activation_function="relu"), epsilon=dict(layer_norm_epsilon=0.1)),
    # Families with a reading of their own. Windows are shorter than the sentence.
    "llama": variants(
        GROUPED, one_key=dict(num_key_value_heads=1), all_keys=dict(num_key_value_heads=4),
        biased=dict(attention_bias=True, mlp_bias=True), theta=rope("default", rope_theta=50.0),
        linear=rope("linear", factor=4.0), dynamic={**rope("dynamic", factor=3.0), "max_position_embeddings": 4},
        yarn=rope("yarn", factor=4.0, original_max_position_embeddings=5, beta_fast=2.0, beta_slow=0.25,
                  rope_theta=20.0),
        yarn_scaled=rope("yarn", factor=4.0, original_max_position_embeddings=40, mscale=0.7, mscale_all_dim=0.3,
                         truncate=False, rope_theta=20.0),
        llama3=rope("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                    original_max_position_embeddings=30, rope_theta=100.0),
        gelu=dict(hidden_act="gelu", rms_norm_eps=0.1)),
    "mistral": variants(dict(GROUPED, sliding_window=3), whole=dict(sliding_window=None)),
    "qwen2": variants(WHOLE | dict(num_key_value_heads=2), window=dict(use_sliding_window=True, sliding_window=3,
                                                                        max_window_layers=1)),
    "qwen3": variants(dict(GROUPED, num_key_value_heads=1), biased=dict(attention_bias=True),
                      window=dict(use_sliding_window=True, sliding_window=2,
                                  layer_types=["sliding_attention", "full_attention"])),
    "smollm3": variants(WHOLE | dict(num_key_value_heads=2, num_hidden_layers=4),
                        window=dict(use_sliding_window=True, sliding_window=3, no_rope_layer_interval=2)),
    "granite": variants(dict(GROUPED, embedding_multiplier=3.0, residual_multiplier=0.4, attention_multiplier=0.2)),
    "olmo2": variants(WHOLE | dict(num_key_value_heads=2)),
    "phi": variants(WHOLE, grouped=dict(num_key_value_heads=2, **rope("default", partial_rotary_factor=0.25))),
    "gpt_neox": variants(WHOLE, serial=dict(use_parallel_residual=False), half=rope("default", partial_rotary_factor=0.5),
                         bare=dict(attention_bias=False), linear=rope("linear", factor=2.0, partial_rotary_factor=1.0)),
    "opt": variants(
        dict(hidden_size=D, num_attention_heads=HEADS, num_hidden_layers=LAYERS, ffn_dim=INNER, vocab_size=WORDS,
             max_position_embeddings=PLACES, word_embed_proj_dim=D, pad_token_id=1),
        narrow=dict(word_embed_proj_dim=8), last=dict(word_embed_proj_dim=8, do_layer_norm_before=False),
        bare=dict(enable_bias=False)),
    "bloom": variants(dict(hidden_size=D, n_layer=LAYERS, n_head=HEADS, vocab_size=WORDS),
                      two_heads=dict(n_head=2), odd_heads=dict(hidden_size=18, n_head=3)),
    "gemma": variants(dict(GROUPED, num_key_value_heads=1)),
    "gemma2": variants(dict(GROUPED, sliding_window=3, query_pre_attn_scalar=12, attn_logit_softcapping=2.0),
                       uncapped=dict(attn_logit_softcapping=None), plain_scale=dict(query_pre_attn_scalar=8),
                       listed=dict(layer_types=["full_attention", "sliding_attention"])),
    "gemma3_text": variants(
        dict(GROUPED, num_key_value_heads=1, sliding_window=3, query_pre_attn_scalar=12, num_hidden_layers=3,
             layer_types=["sliding_attention", "full_attention", "sliding_attention"]),
        pattern=dict(query_pre_attn_scalar=8, num_hidden_layers=6, layer_types=None, rms_norm_eps=0.5),
        scaled=dict(rope_parameters={"full_attention": dict(rope_type="linear", factor=8.0, rope_theta=900.0),
                                     "sliding_attention": dict(rope_type="default", rope_theta=30.0)})),
    "phi3": variants(
        WHOLE | dict(num_key_value_heads=2, eos_token_id=2),
        part=rope("default", partial_rotary_factor=0.5), window=dict(sliding_window=3),
        short=long_factors(9), long=long_factors(5)),
    "gptj": variants(dict(GPT2, n_embd=32, rotary_dim=4), whole=dict(rotary_dim=8), relu=dict(activation_function="relu")),
    "mpt": variants(
        dict(d_model=D, n_heads=HEADS, n_layers=LAYERS, vocab_size=WORDS, max_seq_len=PLACES),
        odd_heads=dict(d_model=18, n_heads=3), clipped=dict(attn_config=dict(clip_qkv=0.4, softmax_scale=0.9))),
    "falcon": variants(
        dict(WHOLE, ffn_hidden_size=INNER), alibi=dict(alibi=True), odd_alibi=dict(alibi=True, num_attention_heads=6,
                                                                                     hidden_size=24),
        grouped=dict(new_decoder_architecture=True, num_kv_heads=2),
        one_norm=dict(new_decoder_architecture=True, num_kv_heads=2, num_ln_in_parallel_attn=1),
        many=dict(multi_query=False), serial=dict(parallel_attn=False), biased=dict(bias=True)),
    "modernbert": variants(
        dict(WHOLE, num_hidden_layers=4, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2,
             local_attention=4),
        biased=dict(attention_bias=True, mlp_bias=True, norm_bias=True), every=dict(global_attn_every_n_layers=2)),
    "mpnet": variants(BERT, relu=dict(hidden_act="relu", layer_norm_eps=0.1)),
    "deberta-v2": variants(
        dict(DEBERTA, type_vocab_size=0),
        buckets=dict(position_buckets=4, share_att_key=True, norm_rel_ebd="layer_norm", max_relative_positions=16),
        one_way=dict(pos_att_type="c2p", position_buckets=6, max_relative_positions=20),
        short=dict(max_relative_positions=3, pos_att_type=["p2c"]),
        plain=dict(relative_attention=False, position_biased_input=True, type_vocab_size=2)),
    "t5": variants(T5, gated=dict(feed_forward_proj="gated-gelu"),
                   few=dict(relative_attention_num_buckets=6, relative_attention_max_distance=5)),
    "clip_text_model": variants(dict(BERT, projection_dim=8, bos_token_id=0, eos_token_id=2)),
    "bart": variants(BART, scaled=dict(scale_embedding=True, activation_function="relu")),
}
READ = set(list(RUN)[list(RUN).index("llama"):])
OTHERS = {
    # Rules of BERT's kin that are others than BERT's.
    "bert-generation": variants(BERT),
    "canine": variants(BERT),
    "dpr": variants(BERT),
    "eurobert": variants(LLAMA),
    "flaubert": variants(dict(emb_dim=D, n_layers=LAYERS, n_heads=HEADS, vocab_size=WORDS, n_words=WORDS,
                              max_position_embeddings=PLACES)),
    "git": variants(BERT),
    "layoutlmv3": variants(dict(BERT, coordinate_size=2, shape_size=4, input_size=16, visual_embed=False)),
    "modernbert-decoder": variants(dict(BERT, pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1,
                                        sep_token_id=2, local_attention=4)),
    "nomic_bert": variants(BERT),
    "big_bird": variants(dict(BERT, attention_type="original_full")),
    "convbert": variants(dict(BERT, embedding_size=D, conv_kernel_size=3)),
    "deberta": variants(DEBERTA, plain=dict(relative_attention=False, position_biased_input=True)),
    "ernie": variants(BERT, task=dict(use_task_id=True)),
    "esm": variants(dict(BERT, position_embedding_type="rotary", pad_token_id=1, mask_token_id=4),
                    absolute=dict(position_embedding_type="absolute")),
    "ibert": variants(BERT),
    "layoutlm": variants(BERT),
    "lilt": variants(dict(BERT, channel_shrink_ratio=2)),
    "longformer": variants(dict(BERT, attention_window=4)),
    "luke": variants(dict(BERT, entity_vocab_size=5, entity_emb_size=6)),
    "markuplm": variants(BERT),
    "megatron-bert": variants(BERT),
    "mobilebert": variants(dict(BERT, embedding_size=8, intra_bottleneck_size=8, num_feedforward_networks=2)),
    "mra": variants(dict(BERT, block_per_row=1)),
    "nystromformer": variants(dict(BERT, num_landmarks=4, segment_means_seq_len=PLACES)),
    "rembert": variants(dict(BERT, input_embedding_size=8, output_embedding_size=8)),
    "roberta-prelayernorm": variants(BERT),
    "roc_bert": variants(dict(BERT, pronunciation_embed_dim=6, pronunciation_vocab_size=WORDS, shape_embed_dim=6,
                              shape_vocab_size=WORDS)),
    "roformer": variants(dict(BERT, embedding_size=D)),
    "splinter": variants(BERT),
    "squeezebert": variants(dict(BERT, embedding_size=D)),
    "tapas": variants(BERT),
    "visual_bert": variants(dict(BERT, visual_embedding_dim=6)),
    "xlm-roberta-xl": variants(BERT),
    "xmod": variants(dict(BERT, languages=["en_XX"], default_language="en_XX")),
    "yoso": variants(BERT),
    "xlm": variants(dict(emb_dim=D, n_layers=LAYERS, n_heads=HEADS, vocab_size=WORDS, n_words=WORDS,
                         max_position_embeddings=PLACES)),
    "xlnet": variants(dict(d_model=D, n_layer=LAYERS, n_head=HEADS, d_inner=INNER, vocab_size=WORDS)),
    # Decoders.
    "biogpt": variants(BERT),
    "codegen": variants(dict(GPT2, rotary_dim=4, n_ctx=PLACES)),
    "cohere": variants(LLAMA),
    "ctrl": variants(dict(n_embd=D, n_head=HEADS, n_layer=LAYERS, dff=INNER, vocab_size=WORDS, n_positions=PLACES)),
    "gpt_bigcode": variants(GPT2, many=dict(multi_query=False)),
    "gpt_neo": variants(dict(hidden_size=D, num_layers=LAYERS, num_heads=HEADS, intermediate_size=INNER,
                             vocab_size=WORDS, max_position_embeddings=PLACES, window_size=4,
                             attention_types=[[["global", "local"], 1]])),
    "gpt_neox_japanese": variants(BERT),
    "nemotron": variants(LLAMA),
    "persimmon": variants(BERT),
    "imagegpt": variants(GPT2),
    "mixtral": variants(dict(LLAMA, num_local_experts=2)),
    "olmo": variants(LLAMA),
    "openai-gpt": variants(dict(n_embd=D, n_head=HEADS, n_layer=LAYERS, vocab_size=WORDS, n_positions=PLACES)),
    "stablelm": variants(LLAMA),
    "starcoder2": variants(LLAMA),
    "xglm": variants(dict(d_model=D, attention_heads=HEADS, num_layers=LAYERS, ffn_dim=INNER, vocab_size=WORDS,
                          max_position_embeddings=PLACES)),
    # Two stacks.
    "whisper": variants(dict(BART, num_mel_bins=4, max_source_positions=PLACES, max_target_positions=PLACES,
                             pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1)),
    # No words.
    "vit": variants(dict(BERT, image_size=8, patch_size=4)),
}


def seeded(model, seed):
    """Weights large enough that attention is far from even; norms and biases that are felt."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        is_norm = parameter.dim() == 1 and name.endswith("weight")
        scale, start = (0.3, 0.0) if parameter.dim() > 1 else (0.2, float(is_norm))
        parameter.copy_((start + scale * noise).half().to(parameter.dtype))
    return model.eval()


def once(model, ids):
    """Falcon with ALiBi. Its eager mode adds the penalties twice, in the mask and to the scores; its other modes,
    and the program that it was trained with, add them once. Halved, they are added once here, too."""
    from transformers.models.falcon import modeling_falcon
    build = modeling_falcon.build_alibi_tensor
    tokens = torch.tensor([ids])
    other = AutoModel.from_config(model.config, attn_implementation="sdpa").double().eval()
    other.load_state_dict(model.state_dict())
    expected = other(input_ids=tokens).last_hidden_state
    model.config._attn_implementation = "eager"
    modeling_falcon.build_alibi_tensor = lambda *given, **named: build(*given, **named) / 2
    out = model(input_ids=tokens, output_attentions=True, output_hidden_states=True)
    modeling_falcon.build_alibi_tensor = build
    assert torch.allclose(out.last_hidden_state, expected, atol=1e-9), "eager mode and sdpa differ"
    return kept(model, out)


def reference(model, ids):
    """The attention of each layer `[h, N, N]`; nothing where the model wants more than ids."""
    # What is computed in float32 whatever it is given (reorder_and_upcast_attn) cannot take float64.
    if not getattr(model.config, "reorder_and_upcast_attn", False):
        model = model.double()
    # Of two stacks the encoder.
    model = model.encoder if model.config.model_type == "bart" else model
    try:
        if getattr(model.config, "alibi", False):
            return once(model, ids)
        out = model(input_ids=torch.tensor([ids]), output_attentions=True, output_hidden_states=True)
    except (AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
        return {}, f"{type(error).__name__}: {str(error)[:60]}"
    return kept(model, out)


def kept(model, out):
    """What is stored of a run, and a line about it."""
    found = [layer[0] for layer in out.attentions]
    values = {f"attention.{i}": layer.float().contiguous() for i, layer in enumerate(found)}
    if model.config.model_type in READ:
        states = [state[0] for state in out.hidden_states[:-1]]
        values |= {f"state.{i}": state.float().contiguous() for i, state in enumerate(states)}
        values["last"] = out.last_hidden_state[0].float().contiguous()
    return values, f"{len(found)} layers {[tuple(layer.shape) for layer in found[:1]]}"


def make(kind, option, settings, seed, out):
    name = f"{kind}+{option}" if option else kind
    config = AutoConfig.for_model(kind, **settings)
    # Of T5 the encoder alone: its decoder wants another sentence.
    of = transformers.T5EncoderModel._from_config if kind == "t5" else AutoModel.from_config
    model = seeded(of(config, attn_implementation="eager"), seed)
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    values, says = reference(model, IDS)
    save_file({"ids": torch.tensor(IDS), **values}, folder / "reference.safetensors")
    print(f"{name}: {type(model).__name__}, {says}")


def store(out, only):
    """What the ordinary tests read: one file for each case that runs, one list of the others."""
    from safetensors.torch import load_file
    STORED.mkdir(parents=True, exist_ok=True)
    listed = STORED / "refused.json"
    others = json.loads(listed.read_text()) if only else {}
    others = {name: case for name, case in others.items() if name.split("+")[0] not in RUN}
    for folder in sorted(path for path in out.iterdir() if path.is_dir()):
        if only not in (None, folder.name.split("+")[0]):
            continue
        config = json.loads((folder / "config.json").read_text())
        weights = load_file(folder / "model.safetensors")
        if folder.name.split("+")[0] in RUN:
            base = load_file(out / folder.name.split("+")[0] / "model.safetensors")
            # An option that changes no weight is stored without: the tests take those of the case as it is.
            is_base = lambda key, value: "+" in folder.name and key in base and torch.equal(base[key], value)
            same = set(base) == set(weights) and all(is_base(*pair) for pair in weights.items())
            tensors = {} if same else {key: value.half() for key, value in weights.items()}
            values = load_file(folder / "reference.safetensors")
            tensors |= {f"reference.{key}": value for key, value in values.items()}
            save_file(tensors, STORED / f"{folder.name}.safetensors", metadata={"config": json.dumps(config)})
        else:
            shapes = {key: list(value.shape) for key, value in weights.items()}
            others[folder.name] = {"config": config, "tensors": shapes}
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(case)}" for name, case in others.items())
    listed.write_text("{\n" + text + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path, help="where the folders are written")
    parser.add_argument("--stored", action="store_true", help="write samples/families, too")
    parser.add_argument("--only", help="one family")
    arguments = parser.parse_args()
    print("transformers", transformers.__version__)
    for seed, (kind, cases) in enumerate({**RUN, **OTHERS}.items()):
        if arguments.only in (None, kind):
            for option, settings in cases.items():
                make(kind, option, settings, seed, arguments.out)
    if arguments.stored:
        store(arguments.out, arguments.only)


if __name__ == "__main__":
    main()
