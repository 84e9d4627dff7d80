// The button prints the page; without this script it stays hidden.
for (const button of document.querySelectorAll('.print-page')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
