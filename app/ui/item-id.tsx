/** The id of an item for reference (product contract section 2), folded, since few readers need it. */
export function ItemId({ id }: { id: string }) {
  return (
    <details className="item-id">
      <summary>Reference</summary>
      <code>{id}</code>
    </details>
  );
}
