// Recounts the ballots of a closed poll: the chain of their hashes, the receipts, and the votes for each option.
const place = document.getElementById('recount');
const button = place?.querySelector('button');

button?.addEventListener('click', async () => {
  const outcome = document.getElementById('recounted');
  button.disabled = true;
  outcome.textContent = 'Counting…';
  try {
    outcome.replaceChildren(...describe(await recount(place.dataset.ballots)));
  } catch {
    outcome.textContent = 'The list could not be loaded. Please try again.';
  }
  button.disabled = false;
});

async function recount(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const lines = (await response.text()).trimEnd().split('\n');
  const receipts = new Set();
  const votes = new Map();
  let head = '';
  let ballots = 0;
  for (const [number, line] of lines.entries()) {
    head = await sha256(number === 0 ? line : `${head}\n${line}`);
    const [kind, receipt, ...choices] = line.split(' ');
    if (kind !== 'member' && kind !== 'informal') continue;
    ballots++;
    receipts.add(receipt);
    for (const choice of choices) votes.set(choice, (votes.get(choice) ?? 0) + 1);
  }
  return { head, ballots, votes, isEachOnce: receipts.size === ballots };
}

async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function describe({ head, ballots, votes, isEachOnce }) {
  const isSame = head === document.getElementById('head').textContent.trim();
  const list = document.createElement('ul');
  for (const { id, text } of JSON.parse(place.dataset.options)) {
    const item = document.createElement('li');
    item.textContent = `${text}: ${votes.get(id) ?? 0}`;
    list.append(item);
  }
  return [
    paragraph(`${ballots} ${ballots === 1 ? 'ballot' : 'ballots'}, ${isEachOnce ? 'each with its own receipt' : 'some with the same receipt'}.`),
    list,
    paragraph(
      isSame
        ? 'The SHA-256 hash of the list matches the one on this page.'
        : `The SHA-256 hash of the list is ${head}. It does not match the one on this page.`,
    ),
  ];
}

function paragraph(text) {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}
