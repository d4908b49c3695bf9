/** HTML that tries to run scripts and to reach other servers, as if nobody had sanitised it. */
export const hostileHtml = (origin: string) => `
  <p>Readable text</p>
  <script>parent.postMessage('ran', '*'); window.top.ran = true</script>
  <img src="x" onerror="window.top.ran = true">
  <img src="${origin}/pixel.gif">
  <svg onload="window.top.ran = true"><image href="${origin}/svg.png"></image></svg>
  <iframe srcdoc="<script>window.top.ran = true</script>"></iframe>
  <iframe src="${origin}/frame"></iframe>
  <object data="${origin}/object"></object>
  <link rel="stylesheet" href="${origin}/style.css">
  <style>@import url(${origin}/import.css); body { background: url(${origin}/background.png) }</style>
  <meta http-equiv="refresh" content="0; url=${origin}/refresh">
  <base href="${origin}/">
  <form action="${origin}/form"><button autofocus>Send</button></form>
  <a href="javascript:window.top.ran = true">Click</a>
  <video src="${origin}/video.mp4" autoplay onloadstart="window.top.ran = true"></video>
  <details open ontoggle="window.top.ran = true"><summary>More</summary></details>
  <a href="https://evil.example/">https://bank.example/</a>`
