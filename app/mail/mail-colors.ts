/** The design's colors, as in app/ui/styles/tokens.css: email programs don't support custom properties. */
export const mailColors = {
  light: {
    paper: '#fbfaf7',
    surface: '#ffffff',
    ink: '#191c1b',
    'ink-2': '#464b48',
    'ink-3': '#626863',
    rule: '#dcd8ce',
    action: '#0f5c52',
    'on-action': '#ffffff',
    brand: '#12463f',
  },
  dark: {
    paper: '#141716',
    surface: '#1b1f1e',
    ink: '#eceae3',
    'ink-2': '#c3c6c0',
    'ink-3': '#9ba19b',
    rule: '#303634',
    action: '#82cfbb',
    'on-action': '#0c1a17',
    brand: '#eceae3',
  },
} as const;
