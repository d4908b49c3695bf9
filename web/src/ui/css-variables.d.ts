import 'react'

declare module 'react' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented.
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
