/** Line drawings on a 16-unit grid; hidden from screen readers, so they need text next to them. */
const drawings = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3.5 3.5',
  external: 'M6 3H3v10h10v-3M9 2h5v5M14 2 7.5 8.5',
  place: 'M8 15s5-4.6 5-8.5a5 5 0 0 0-10 0C3 10.4 8 15 8 15zM8 8.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  phone:
    'M3 1.5h3l1.5 4-2 1.5a9 9 0 0 0 3.5 3.5l1.5-2 4 1.5v3c0 1-1 1.5-2 1.5C7 14 2 9 1.5 3.5c0-1 .5-2 1.5-2z',
  calendar: 'M2 3.5h12v11H2zM2 7h12M5 1.5v3M11 1.5v3M8 9v4M6 11h4',
  mail: 'M1.5 3.5h13v9h-13zM1.5 4l6.5 5L14.5 4',
  link: 'M6.5 9.5l3-3M7 4.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M9 11.5l-2 2A3.2 3.2 0 0 1 2.5 9l2-2',
  share: 'M8 10V1.5M4.5 4.5 8 1.5l3.5 3M5 7H3v7.5h10V7h-2',
  print: 'M4 6V1.5h8V6M4 12H1.5V6h13v6H12M4 9.5h8v5H4z',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 14.5c.5-3.5 3-5 6-5s5.5 1.5 6 5',
  next: 'M6 2l6 6-6 6',
  previous: 'M10 2L4 8l6 6',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 2',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  history: 'M2 8a6 6 0 1 0 2-4.5M2 2v3h3M8 5v3.2l2 1.3',
  trash: 'M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9.5h6.6l.7-9.5M6.8 7v4.5M9.2 7v4.5',
  filter: 'M2 4.5h12M4.5 8h7M7 11.5h2',
  check: 'M2.5 8.5l3.5 3.5 7.5-8',
  warning: 'M8 2 1 14h14zM8 6.5v3.5M8 12v.2',
  danger: 'M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM8 4.8v4M8 11.2v.1',
  closed: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM4.8 8h6.4',
  info: 'M8 15A7 7 0 1 0 8 1a7 7 0 0 0 0 14zM8 7.2v4M8 4.6v.2',
  pause: 'M5 3v10M11 3v10',
  plus: 'M8 2.5v11M2.5 8h11',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  facebook: 'M9 15V8.5h2.5L12 6H9V4.5c0-1 .5-1.5 1.5-1.5H12V1h-2C8 1 6.5 2 6.5 4.2V6H4.5v2.5h2V15z',
  instagram:
    'M4 1.5h8A2.5 2.5 0 0 1 14.5 4v8a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 12V4A2.5 2.5 0 0 1 4 1.5zM8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 4v.1',
  bullets: 'M6 4h8M6 8h8M6 12h8M2.5 4v.1M2.5 8v.1M2.5 12v.1',
  numbers: 'M6.5 4H14M6.5 8H14M6.5 12H14M2 2.5h1V6M2 10.5h1.5L2 13h1.5',
  undo: 'M5 3 2 6l3 3M2 6h7.5a4 4 0 0 1 0 8H6',
  redo: 'M11 3l3 3-3 3M14 6H6.5a4 4 0 0 0 0 8H10',
  image: 'M1.5 2.5h13v11h-13zM2 12l4-4.5 3 3 2-2 3.5 4M10.5 6v.2',
  table: 'M1.5 2.5h13v11h-13zM1.5 6h13M6 6v7.5M10.5 6v7.5',
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  upload: 'M8 11V2.5M4.5 6 8 2.5 11.5 6M2 10.5v3h12v-3',
  download: 'M8 1.5v9M4.5 7L8 10.5 11.5 7M2 14h12',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}

/** The belfry with its bell. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M16 0 24.5 11H27v3H5v-3h2.5zM7 15h3v13h12V15h3v13h3v4H4v-4h3z" />
      <path
        className="bell"
        d="M16 15c3.3 0 4.3 2.3 4.5 5l1.5 3.5H10l1.5-3.5c.2-2.7 1.2-5 4.5-5zM14 24.5h4V27h-4z"
      />
    </svg>
  );
}
