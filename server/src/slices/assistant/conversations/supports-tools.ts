// Models that write no text or are documented to call no tools. Everything else may try: a provider that refuses tools
// ends the turn with its own words.
const without = [
  /embed|rerank|whisper|transcri|tts|speech|dall-e|image|moderation|realtime/i,
  /^(.*\/)?o1-(mini|preview)\b/i,
  /\bgemma-?[12]?\b/i,
  /deepseek-r1\b/i,
  /\bsonar\b/i,
  /-instruct-v0|\bdavinci|\bbabbage/i,
]

export const supportsTools = (model: string) => !without.some((pattern) => pattern.test(model))
