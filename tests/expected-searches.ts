/** Typical searches in the sample town, and what has to come first. */
export const expectedSearches: [query: string, topThree: string[]][] = [
  [
    'library',
    [
      'articles: Town votes to mend the library roof, 412 to 168',
      'events: Carver Library book sale',
      'news: Poultney quarry holds its slate price for the library',
    ],
  ],
  [
    'bridge',
    [
      'articles: The covered bridge reopens to one lane on Monday',
      'news: State sets aside $40 million for covered bridges, and Maple Hollow is on the list',
      'news: Inspectors give the Depot Street bridge a passing grade',
    ],
  ],
  [
    'covered bridge',
    [
      'articles: The covered bridge reopens to one lane on Monday',
      'news: State sets aside $40 million for covered bridges, and Maple Hollow is on the list',
      'news: A new river gauge goes live at the covered bridge',
    ],
  ],
  [
    'library roof',
    [
      'articles: Town votes to mend the library roof, 412 to 168',
      'events: Selectboard: budget hearing',
      'news: Poultney quarry holds its slate price for the library',
    ],
  ],
  ['book sale', ['events: Carver Library book sale']],
  ['story hour', ['events: Story hour in the Grange']],
  ['knitting', ['events: Knitting circle']],
  [
    'town meeting',
    [
      'events: Town meeting rehearsal: how a motion works',
      'articles: Town votes to mend the library roof, 412 to 168',
      'pages: Boards and committees',
    ],
  ],
  [
    'selectboard',
    [
      'events: Selectboard: budget hearing',
      'news: Selectboard settles on gravel for Tannery Lane, again',
      'events: Selectboard: regular meeting',
    ],
  ],
  [
    'budget',
    [
      'events: Selectboard: budget hearing',
      'events: Budget open house',
      'articles: School board names Priya Raman principal of the Hollow School',
    ],
  ],
  [
    'plow',
    [
      'articles: Meet the plow crew that keeps Ridge Road open all winter',
      'news: Town Hall lot to be plowed in halves',
      'polls: What should we name the new plow?',
    ],
  ],
  [
    'ridge road',
    [
      'articles: Meet the plow crew that keeps Ridge Road open all winter',
      'news: Ridge Road gets a third speed sign, and slows down by four miles an hour',
      'news: Fiber crew reaches the top of Ridge Road',
    ],
  ],
  [
    'route 4',
    [
      'news: Snow squall warning for Route 4 through this evening',
      'news: Route 4 culvert work moves to nights',
      'news: Moose closes Route 4 for fifty minutes, then leaves',
    ],
  ],
  [
    'snow',
    [
      'articles: First snow, first plow, first complaint',
      'pages: Snow emergency',
      'news: Snow squall warning for Route 4 through this evening',
    ],
  ],
  [
    'flood map',
    [
      'articles: What the state flood map change means for 94 homes on Mill Street',
      'events: Flood map help desk',
      'events: Zoning board: Mill Street hearing',
    ],
  ],
  [
    'principal',
    [
      'articles: School board names Priya Raman principal of the Hollow School',
      'events: Meet Priya Raman',
      'articles: First day at the Hollow School, counted',
    ],
  ],
  ['dentist', ['articles: A new dentist takes the old bank building']],
  ['pharmacy', ['businesses: Hollow Pharmacy', 'news: Rural pharmacies ask the state for a fair rate']],
  [
    'bakery',
    [
      'businesses: River Street Bakery',
      'articles: Four hundred rolls before anyone is up',
      'events: Rink crew: boards and hoses',
    ],
  ],
  ['hardware', ['businesses: Carver & Daughters Hardware']],
  ['farmers market', ['events: Winter farmers market']],
  [
    'band night',
    [
      'articles: Band night returns to the green with lanterns',
      'events: Band night with lanterns',
      'polls: When should band night start?',
    ],
  ],
  ['contra dance', ['events: Contra dance with The Sap Run', 'events: Contra dance: open band night']],
  ['rabies clinic', ['events: Rabies clinic', 'news: Rabies clinic moved to the firehouse']],
  [
    'tax bill',
    [
      'articles: The clerk explains your new tax bill, line by line',
      'events: Flood map help desk',
      'pages: Clerk’s hours',
    ],
  ],
  ['broadband', ['articles: Broadband reaches the last house on Tannery Lane']],
  [
    'heat pump',
    [
      'articles: A kitchen table guide to heat pumps',
      'events: Heat pump house tour',
      'businesses: Halloran Electric',
    ],
  ],
  [
    'wood',
    [
      'articles: How to get your wood delivered dry',
      'events: Solstice bonfire at the Notch',
      'businesses: Hill Farm Sugarhouse',
    ],
  ],
  [
    'school',
    [
      'articles: School board names Priya Raman principal of the Hollow School',
      'events: Hollow School winter concert',
      'pages: School closings',
    ],
  ],
  [
    'school board',
    [
      'articles: School board names Priya Raman principal of the Hollow School',
      'events: School board',
      'pages: Boards and committees',
    ],
  ],
  [
    'streetlights',
    [
      'articles: Letters: the case for leaving the streetlights off',
      'events: Selectboard: streetlight hearing',
      'news: Sky watchers count twice the stars since the streetlights went off',
    ],
  ],
  ['election results', ['articles: Election results for Maple Hollow']],
  [
    'transfer station',
    [
      'pages: Transfer station',
      'news: Transfer station scale is back in service',
      'articles: Where to drop your leaves',
    ],
  ],
  ['ferry', ['news: Ferry schedule changes for the holiday']],
  [
    'post office',
    [
      'news: Post office window hours will stay as they are, after 311 letters',
      'articles: River cleanup yields nine tires, a cash register and a letter',
      'events: Planning commission: the path on the green',
    ],
  ],
  [
    'dog license',
    ['news: Dog licenses can now be renewed by mail', 'events: Rabies clinic', 'pages: Clerk’s hours'],
  ],
  ['blood drive', ['events: Blood drive']],
  ['turkey trot', ['events: Turkey Trot 5K']],
  ['skating', ['events: Recreation skate', 'businesses: Notch Bicycle Works']],
  ['yarn', ['businesses: Black Fern Yarn', 'events: Winter farmers market']],
  [
    'apples',
    [
      'articles: Seventeen apples and one ladder',
      'events: How to prune an old apple tree',
      'news: Orchards count a light crop of heavy apples',
    ],
  ],
  ['maple syrup', ['articles: Sugarhouses tally a short, sweet season', 'articles: The moderator’s beans']],
  [
    'church',
    [
      'articles: Halloween on Church Street, in numbers',
      'businesses: Church Street Barber',
      'news: A tannery worker’s diary turns up inside a Church Street wall',
    ],
  ],
  [
    'cafe',
    [
      'events: Repair café',
      'articles: School board names Priya Raman principal of the Hollow School',
      'articles: First day at the Hollow School, counted',
    ],
  ],
  [
    '"covered bridge"',
    [
      'articles: The covered bridge reopens to one lane on Monday',
      'news: State sets aside $40 million for covered bridges, and Maple Hollow is on the list',
      'news: A new river gauge goes live at the covered bridge',
    ],
  ],
  [
    'bus',
    [
      'articles: Eleven questions for Norma Tetreault, who drives Bus 3',
      'news: Bus 14 adds an early run to the hospital',
      'polls: Where should the first bus shelter go?',
    ],
  ],
  [
    'libr',
    [
      'articles: Town votes to mend the library roof, 412 to 168',
      'events: Carver Library book sale',
      'news: Poultney quarry holds its slate price for the library',
    ],
  ],
  ['tai chi', ['events: Tai chi for stiff people']],
  [
    'tannery lane',
    [
      'articles: Broadband reaches the last house on Tannery Lane',
      'news: Selectboard settles on gravel for Tannery Lane, again',
      'businesses: Halloran Electric',
    ],
  ],
  ['zucchini', ['articles: The zucchini amnesty, and how it went']],
];
