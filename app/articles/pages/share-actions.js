// The buttons of an article's share row. They stay invisible where the browser cannot do what they say.
const url = document.querySelector('link[rel=canonical]').href;
const { clipboard } = navigator;

const actions = {
  share: navigator.share && (async () => navigator.share({ title: document.title, url })),
  copy:
    clipboard &&
    (async (label) => {
      await clipboard.writeText(url);
      label.textContent = 'Copied';
    }),
  print: async () => print(),
};

for (const button of document.querySelectorAll('.share button')) {
  const act = actions[button.value];
  if (!act) continue;
  button.classList.add('is-ready');
  // Rejected if the user closed the dialog or did not allow it.
  button.addEventListener('click', () => act(button.lastChild).catch(() => {}));
}
