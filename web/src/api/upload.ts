import type { ErrorCode } from '@mailwright/contract/errors/index'
import { useLook } from '../lib/look.ts'
import { ApiError } from './errors.ts'

type UploadOptions = { onProgress(share: number): void; signal: AbortSignal }

const errorOf = ({ status, response }: XMLHttpRequest) =>
  new ApiError(status, (response?.code as ErrorCode | undefined) ?? 'internal.error', response?.message ?? '')

/** Sends a file as a form and tells how far it has come, which `fetch` cannot. */
export const upload = (url: string, file: File, { onProgress, signal }: UploadOptions) =>
  new Promise<unknown>((resolve, reject) => {
    const call = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    call.open('POST', url)
    call.responseType = 'json'
    call.setRequestHeader('Accept-Language', useLook.getState().locale)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () => (call.status < 300 ? resolve(call.response) : reject(errorOf(call)))
    call.onerror = () => reject(new ApiError(0, 'network', ''))
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })
