/** The pictures among what was dropped or pasted. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** The other files: documents, whatever their names say. */
export function documentsIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => !type.startsWith('image/'));
}
