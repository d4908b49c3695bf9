const form = document.querySelector('form')
const fault = form.querySelector('.fault')
const paths = { setup: '/api/v1/auth/setup', accept: '/api/v1/auth/invitations/accept' }
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  fault.hidden = true
  const token = new URLSearchParams(location.search).get('token') || ''
  const fields = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(paths[form.dataset.kind], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...fields }),
    })
    if (!response.ok) throw new Error((await response.json()).message)
    history.replaceState(null, '', location.pathname)
    form.hidden = true
    document.querySelector('section').hidden = false
  } catch (error) {
    fault.textContent = error instanceof TypeError ? form.dataset.failed : error.message
    fault.hidden = false
  }
})
