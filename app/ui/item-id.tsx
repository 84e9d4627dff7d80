/** The id of an item, by which it can be named (product contract section 2): folded, since few readers need it. */
export function ItemId({ id }: { id: string }) {
  return (
    <details className="item-id">
      <summary>Reference</summary>
      <code>{id}</code>
    </details>
  );
}
