import { fault } from '../../platform/errors/app-error.ts'

// Extensions that run a program when opened, on common desktop systems. Based on the lists of Gmail and Outlook.
const blockedExtensions = new Set(
  (
    'ade adp apk app appimage appx appxbundle application bash bat cab chm cmd com command cpl csh deb diagcab ' +
    'diagcfg dll dmg drv elf ex_ exe fish gadget hlp hta inf ins inx ipa iso isp isu jar jnlp job js jse jsp ksh ' +
    'lnk mde mjs msc msi msix msixbundle msp mst nsh osx paf pif pkg pl php ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 ' +
    'psm1 py pyc pyw rb reg rgs rpm run scf scpt scr sct sh shb shs so svgz sys terminal tcsh u3p url vb vbe vbs ' +
    'vbscript vhd vhdx vxd wasm workflow ws wsc wsf wsh xbap xll zsh'
  ).split(' '),
)
const blockedTypes = new Set(
  'exe elf macho class jar apk deb rpm msi cab lnk swf wasm chm dmg iso rpa'.split(' '),
)

const startsWith = (content: Buffer, ...bytes: number[]) => bytes.every((byte, i) => content[i] === byte)

/** Programs that file-type does not detect, or only with a complete header. */
function isProgram(content: Buffer): boolean {
  const magic = content.length >= 4 ? content.readUInt32BE(0) : 0
  return (
    startsWith(content, 0x4d, 0x5a) || // MZ: Windows and DOS
    magic === 0x7f454c46 || // ELF
    [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe, 0xcafebabf].includes(magic) || // Mach-O, Java
    startsWith(content, 0x00, 0x61, 0x73, 0x6d) // WebAssembly
  )
}

// `#!/bin/sh`, `<?php`, `@echo off`: what interpreters recognise as a script, whatever the file name.
const scriptPattern =
  /^(?:\ufeff)?\s*(?:#!|<\?php\b|@echo\s+(?:off|on)\b|<job\b|<package\b.*<job\b|<hta:application\b)/is

const extensionOf = (filename: string) =>
  /\.([^.]+)$/
    .exec(
      filename
        .slice(-1_000)
        .normalize('NFKC')
        .replace(/[\p{Cf}\p{Cc}]/gu, '')
        .replace(/[\s.]+$/, ''),
    )?.[1]
    ?.toLowerCase() ?? ''

/** Rejects programs and scripts; returns the MIME type detected from the content. */
export async function checkFile(filename: string, content: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content)
  const head = content.subarray(0, 2_000)
  const isUtf16 = startsWith(head, 0xff, 0xfe)
  const text = isUtf16 ? head.subarray(2).toString('utf16le') : head.toString('utf8')
  if (
    blockedExtensions.has(extensionOf(filename)) ||
    isProgram(content) ||
    scriptPattern.test(text) ||
    blockedTypes.has(type?.ext ?? '')
  )
    throw fault('sending.file_refused')
  return type?.mime
}
