/**
 * A reply that is JSON already, such as a page of stored summaries. It is sent as it is, so that it must have exactly the
 * declared properties; tests validate it like any other reply.
 */
export class JsonText<T> {
  readonly text: string
  /** Only for the type: the value that the text represents. */
  declare readonly value?: T

  constructor(text: string) {
    this.text = text
  }
}
