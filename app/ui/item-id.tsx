/** The id of an item, as a small line by which it can be named (product contract section 2). */
export function ItemId({ id }: { id: string }) {
  return (
    <p className="item-id">
      Reference <code>{id}</code>
    </p>
  );
}
