// Messages are for the operator of the service. None may contain a key, a secret, or text that could be one.

export class EncryptionDisabled extends Error {
  override name = 'EncryptionDisabled'

  constructor() {
    super('No encryption key is set, so a secret cannot be stored: set MAILWRIGHT_SECRET_KEY.')
  }
}

/** The setting or the key file is invalid; `faults` has one sentence for each problem. */
export class KeyRingError extends Error {
  override name = 'KeyRingError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join(' '))
    this.faults = faults
  }
}

export class KeyMissing extends Error {
  override name = 'KeyMissing'
  readonly keyId: string

  constructor(secretId: string, keyId: string, where: string) {
    super(
      `The secret ${secretId} is sealed with the key "${keyId}", which is missing from ${where}: add it there.`,
    )
    this.keyId = keyId
  }
}

/** The key id is known but the record does not open: a different key under that id, or bytes of another row. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
  readonly secretId: string

  constructor(secretId: string, keyId: string) {
    super(
      `The secret ${secretId} does not open with the key "${keyId}": the key with that id is not the one ` +
        'it was sealed with, or the record was changed or moved.',
    )
    this.secretId = secretId
  }
}

export class KeysRetired extends Error {
  override name = 'KeysRetired'

  constructor(ids: readonly string[], where: string) {
    super(
      `Every key in ${where} (${ids.join(', ')}) was retired by a rotation, so a secret cannot be stored: ` +
        'put the newer key first there and start again.',
    )
  }
}

export class RotationRunning extends Error {
  override name = 'RotationRunning'

  constructor() {
    super('Another rotation is running on this database: wait until it has finished.')
  }
}

export class RotationStalled extends Error {
  override name = 'RotationStalled'

  constructor(left: number) {
    super(
      `Open transactions lock the last ${left} secrets: run the rotation again later, it continues from here.`,
    )
  }
}
