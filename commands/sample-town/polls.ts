/**
 * A poll with its options in the order they are shown, and the votes for each. It closes, or was closed, at 8 PM, if at
 * all.
 */
export type SamplePoll = {
  id: string;
  title: string;
  description: string;
  options: string[];
  voters?: 'anyone';
  closesInDays?: number;
  closedDaysAgo?: number;
  votes: number[];
  /** Without an account. */
  informalVotes?: number[];
};

export const samplePolls: SamplePoll[] = [
  {
    id: 'sample-library-attic',
    title: 'What should the library add with its new attic?',
    description: 'The bond leaves 600 square feet of attic. The trustees asked for your view.',
    options: [
      'A quiet reading room',
      'A maker space with tools',
      'A room for the historical society',
      'A place for teenagers to be',
      'Storage, honestly',
    ],
    closesInDays: 12,
    votes: [142, 54, 29, 71, 16],
  },
  {
    id: 'sample-first-paving',
    title: 'Which road should be paved first next year?',
    description: 'The road crew can do one mile.',
    options: [
      'Ridge Road, from the school to Hill Farm',
      'Mill Street, past the garage',
      'Depot Street, both sides of the tracks',
      'Quarry Road, which has asked politely',
      'Tannery Lane, at last',
    ],
    closedDaysAgo: 4,
    votes: [88, 61, 34, 47, 39],
  },
  {
    id: 'sample-band-night-start',
    title: 'When should band night start?',
    description: 'Six, half past six, or seven o’clock.',
    options: ['Six o’clock', 'Half past six', 'Seven o’clock'],
    voters: 'anyone',
    closesInDays: 19,
    votes: [21, 46, 18],
    informalVotes: [9, 14, 17],
  },
  {
    id: 'sample-winter-rink',
    title: 'Should the green have a winter rink?',
    description: 'A yes means volunteers with hoses.',
    options: ['Yes, and I will hold a hose', 'Yes, with other people’s hoses', 'No, leave the grass alone'],
    votes: [31, 64, 22],
  },
  {
    id: 'sample-bus-shelter',
    title: 'Where should the first bus shelter go?',
    description: 'Valley Transit has money for two, and will build the first where riders ask for it.',
    options: [
      'The green, by the Grange',
      'The Co-op, on River Street',
      'The Hollow School turnaround',
      'The foot of Ridge Road',
    ],
    votes: [52, 18, 37, 29],
  },
  {
    id: 'sample-plow-name',
    title: 'What should we name the new plow?',
    description: 'The road crew will paint the winner on the blade, where it will last about a month.',
    options: [
      'The Ridge Runner',
      'Second Cup',
      'Ruth, after the moderator',
      'Sir Salter Scott',
      'The 4:10, for the hour it goes out',
      'It is a truck and needs no name',
    ],
    votes: [26, 33, 58, 41, 12, 19],
  },
];
