// Copies the preview link that was just created; without access to the clipboard it is selected instead.
const input = document.querySelector('#preview-link');
const button = document.querySelector('#copy-preview-link');

button.addEventListener('click', async () => {
  input.select();
  await navigator.clipboard?.writeText(input.value);
  button.firstElementChild.textContent = navigator.clipboard ? 'Copied' : 'Press Ctrl+C to copy';
});
