/** The id of an item for reference (product contract section 2), in one small line. */
export function ItemId({ id }: { id: string }) {
  return (
    <p className="item-id">
      Reference: <code>{id}</code>
    </p>
  );
}
