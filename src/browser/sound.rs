//! Tones by the browser's synthesizer. Nothing plays unasked.

use nearfar::picture::sound::Tone;
use wasm_bindgen::JsValue;
use web_sys::AudioContext;

/// How loud, of 1.
const LOUD: f32 = 0.2;
/// In which time a tone comes and goes, in seconds, so that nothing clicks.
const SOFT: f64 = 0.008;

/// Gives the tones to the synthesizer, and when the first one begins, in seconds of its clock.
///
/// # Errors
/// Where the browser has no synthesizer, or refuses it.
pub fn sing(heard: &[Tone]) -> Result<(AudioContext, f64), JsValue> {
    let context = AudioContext::new()?;
    let (voice, volume) = (context.create_oscillator()?, context.create_gain()?);
    voice.connect_with_audio_node(&volume)?.connect_with_audio_node(&context.destination())?;
    let (frequency, gain) = (voice.frequency(), volume.gain());
    let begin = context.current_time() + 0.05;
    gain.set_value_at_time(0.0, 0.0)?;
    for tone in heard {
        let at = begin + tone.start;
        if let Some(hz) = tone.hz {
            frequency.set_value_at_time(hz as f32, at)?;
            gain.set_target_at_time(LOUD, at, SOFT)?;
        }
        gain.set_target_at_time(0.0, at + 0.8 * tone.length, SOFT)?;
    }
    voice.start()?;
    Ok((context, begin))
}
