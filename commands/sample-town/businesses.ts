/** A made-up business. Phone, website and email are empty if it has none. */
export type SampleBusiness = {
  id: string;
  name: string;
  category: string;
  /** HTML. */
  description: string;
  address: string;
  phone: string;
  website: string;
  email: string;
  openingHours: string;
};

/** In the order of the directory: by name, without a leading The. */
export const sampleBusinesses: SampleBusiness[] = [
  {
    id: 'sample-abelard-clocks',
    name: 'Abelard Clocks and Keys',
    category: 'Trades',
    description:
      '<p>Clocks cleaned, keys cut, and a wall of small brass parts that fit nothing made since the First World War. Estimates take a day, repairs take as long as they take, and a clock is not returned until it has kept time on the shelf for a week.</p>',
    address: '12 Bank Row',
    phone: '(802) 555-0103',
    website: '',
    email: '',
    openingHours: 'Thu and Fri, 10:00 AM to 4:00 PM',
  },
  {
    id: 'sample-black-fern-veterinary',
    name: 'Black Fern Veterinary',
    category: 'Health',
    description:
      '<p>Two doctors and a mobile truck, for anything from a hamster to a Percheron. The barn calls are made before nine and the house cats come after, when the boots are off.</p><p>Nervous dogs may wait in the car and be sent for. Nervous owners have a chair by the window.</p>',
    address: '140 River Street',
    phone: '(802) 555-0106',
    website: 'https://example.org/black-fern-veterinary',
    email: 'hello@example.org',
    openingHours: 'Mon to Fri, 8:00 AM to 6:00 PM',
  },
  {
    id: 'sample-black-fern-yarn',
    name: 'Black Fern Yarn',
    category: 'Books and gifts',
    description:
      '<p>Wool from eleven flocks, nine of them visible from the shop steps on a clear day. The labels give the farm and, in the case of the small batches, the sheep.</p><p>Winding is free. So is the advice, which is to rip it out.</p>',
    address: '7 Church Street',
    phone: '(802) 555-0109',
    website: 'https://example.org/black-fern-yarn',
    email: 'wool@example.org',
    openingHours: 'Tue to Sat, 10:00 AM to 5:00 PM',
  },
  {
    id: 'sample-carver-daughters-hardware',
    name: 'Carver & Daughters Hardware',
    category: 'Home and hardware',
    description:
      '<p>Nails by the pound, stove gasket by the foot, and a person at the counter who will ask what you are really trying to do. The four generations of daughters are in photographs over the register, each holding the same hammer.</p><p>Window screens mended in a day or two. Canning jars all year, on the principle that somebody always needs one.</p>',
    address: '21 Depot Street',
    phone: '(802) 555-0114',
    website: 'https://example.org/carver-daughters-hardware',
    email: 'counter@example.org',
    openingHours: 'Mon to Sat, 7:30 AM to 5:30 PM',
  },
  {
    id: 'sample-church-street-barber',
    name: 'Church Street Barber',
    category: 'Services',
    description:
      '<p>Two chairs, no appointments, and a radio tuned to whichever game is on. Haircuts are eighteen dollars, first haircuts are free and come with an envelope for the curl.</p>',
    address: '11 Church Street',
    phone: '(802) 555-0117',
    website: '',
    email: '',
    openingHours: 'Tue to Fri, 8:00 AM to 5:00 PM; Sat to noon',
  },
  {
    id: 'sample-copper-kettle',
    name: 'The Copper Kettle',
    category: 'Food and drink',
    description:
      '<p>Breakfast all day, soup from eleven, and a counter where the plow crew sits in the order it came off shift. The corned beef hash is made on the premises, and the pie is made by someone named Jo who will not be interviewed.</p><p>Cash or a local check. The back room can be had for meetings of up to twenty, or for ukuleles.</p>',
    address: '3 Church Street',
    phone: '(802) 555-0127',
    website: 'https://example.org/copper-kettle',
    email: 'kettle@example.org',
    openingHours: 'Daily, 6:00 AM to 2:00 PM',
  },
  {
    id: 'sample-depot-inn',
    name: 'The Depot Inn',
    category: 'Lodging',
    description:
      '<p>Seven rooms in the old railroad hotel. The floors slope toward the tracks and the beds have been shimmed to suit. Breakfast is at eight, at one table, with whoever else is staying, and supper is served four nights a week to anyone who calls ahead.</p><p>There is no television. There is a barometer.</p>',
    address: '41 Depot Street',
    phone: '(802) 555-0185',
    website: 'https://example.org/depot-inn',
    email: 'rooms@example.org',
    openingHours: 'Open all year, check-in from 3:00 PM',
  },
  {
    id: 'sample-depot-street-laundry',
    name: 'Depot Street Laundry',
    category: 'Services',
    description:
      '<p>Fourteen washers, one of them large enough for a comforter or a horse blanket, though not for both. There is a shelf of paperbacks, a jar of lone socks, and a bench in the sun on the dryer side.</p>',
    address: '26 Depot Street',
    phone: '',
    website: '',
    email: '',
    openingHours: 'Daily, 6:00 AM to 10:00 PM',
  },
  {
    id: 'sample-doyle-fiddle-bow',
    name: 'Doyle Fiddle and Bow',
    category: 'Arts',
    description:
      '<p>Violins, violas and the odd mandolin, repaired and set up by Colm Doyle in what was the telegraph office. He rehairs bows while you wait, if you are willing to talk.</p><p>School instruments rent by the semester. A cracked top is not the end of anything.</p>',
    address: '17 River Street',
    phone: '(802) 555-0122',
    website: 'https://example.org/doyle-fiddle-bow',
    email: 'doyle@example.org',
    openingHours: 'By appointment',
  },
  {
    id: 'sample-fernside-books',
    name: 'Fernside Books',
    category: 'Books and gifts',
    description:
      '<p>New and used books on two floors, with a stove on one and a cat on the other. Show a Carver Memorial Library card for ten percent off, on the theory that readers should not be made to choose.</p><p>Special orders arrive in about three days. The shop also keeps the valley’s largest shelf of local history, including several volumes that disagree.</p>',
    address: '9 Church Street',
    phone: '(802) 555-0139',
    website: 'https://example.org/fernside-books',
    email: 'shelf@example.org',
    openingHours: 'Tue to Sun, 10:00 AM to 6:00 PM',
  },
  {
    id: 'sample-fourniers-garage',
    name: 'Fournier’s Garage',
    category: 'Automotive',
    description:
      '<p>State inspections, brakes, exhaust and the seasonal changing of tires, for which the line forms at the first flake. Luc Fournier shows you the worn part before he shows you the bill.</p><p>There is a loaner, a green wagon. Please return it with the gas you found in it.</p>',
    address: '110 Mill Street',
    phone: '(802) 555-0124',
    website: 'https://example.org/fourniers-garage',
    email: 'garage@example.org',
    openingHours: 'Mon to Fri, 7:00 AM to 5:00 PM',
  },
  {
    id: 'sample-fox-lavigne',
    name: 'Fox and Lavigne, Attorneys',
    category: 'Services',
    description:
      '<p>Deeds, wills, boundary questions and the sale of farms, handled by two lawyers who grew up on opposite sides of the river. They will tell you when you do not need one.</p>',
    address: '4 Bank Row',
    phone: '(802) 555-0130',
    website: 'https://example.org/fox-lavigne',
    email: 'office@example.org',
    openingHours: 'Mon to Fri, 9:00 AM to 4:30 PM',
  },
  {
    id: 'sample-halloran-electric',
    name: 'Halloran Electric',
    category: 'Trades',
    description:
      '<p>Old houses rewired without taking off the plaster, panels upgraded, generators and heat pump circuits put in. Kate Halloran draws a map of every job and tapes it inside the panel door for whoever comes next.</p>',
    address: '35 Tannery Lane',
    phone: '(802) 555-0133',
    website: 'https://example.org/halloran-electric',
    email: 'wiring@example.org',
    openingHours: 'Mon to Fri, 7:00 AM to 4:00 PM',
  },
  {
    id: 'sample-hill-farm-sugarhouse',
    name: 'Hill Farm Sugarhouse',
    category: 'Farms and food',
    description:
      '<p>Four grades of syrup from 3,800 taps, boiled over wood and sold from the room where it was made. The family has sugared this slope for six generations and is still arguing about the pan.</p><p>Watch for steam in season. The rest of the year there is candy, cream, a view to the Notch, and someone in the barn if nobody answers the bell.</p>',
    address: '212 Ridge Road',
    phone: '(802) 555-0142',
    website: 'https://example.org/hill-farm-sugarhouse',
    email: 'syrup@example.org',
    openingHours: 'Weekends, 10:00 AM to 4:00 PM',
  },
  {
    id: 'sample-hollow-family-dental',
    name: 'Hollow Family Dental',
    category: 'Health',
    description:
      '<p>Dr. Ines Okafor’s practice in the old bank, where the vault is now the X-ray room. New patients of all ages, and an hour kept open every morning for whatever broke overnight.</p><p>Children may choose a coin from the teller’s drawer on the way out.</p>',
    address: '1 Bank Row',
    phone: '(802) 555-0150',
    website: 'https://example.org/hollow-family-dental',
    email: 'appointments@example.org',
    openingHours: 'Mon to Fri, 8:00 AM to 4:30 PM',
  },
  {
    id: 'sample-hollow-pharmacy',
    name: 'Hollow Pharmacy',
    category: 'Health',
    description:
      '<p>Prescriptions, cough drops and a pharmacist who reads the whole label to you and waits while you ask. Refills can be dropped at the library or the Town Office for anyone who cannot get to Depot Street.</p><p>The soda fountain makes one flavor a week.</p>',
    address: '18 Depot Street',
    phone: '(802) 555-0153',
    website: 'https://example.org/hollow-pharmacy',
    email: 'refills@example.org',
    openingHours: 'Mon to Fri, 9:00 AM to 6:00 PM; Sat, 9:00 AM to 1:00 PM',
  },
  {
    id: 'sample-maple-hollow-co-op',
    name: 'Maple Hollow Co-op',
    category: 'Farms and food',
    description:
      '<p>A full grocery owned by 912 households, with bulk bins, a butcher two days a week and a produce case that names the field. Anyone may shop. Members get a dividend and a say about the bread.</p><p>The bulletin board inside the River Street door is the second-best source of news in town.</p>',
    address: '14 River Street',
    phone: '(802) 555-0163',
    website: 'https://example.org/maple-hollow-co-op',
    email: 'members@example.org',
    openingHours: 'Daily, 8:00 AM to 8:00 PM',
  },
  {
    id: 'sample-general-store',
    name: 'Maple Hollow General Store',
    category: 'Food and drink',
    description:
      '<p>Coffee, bait, milk, mittens, sandwiches and the deer scale. Ice-out guesses are written in the ledger by the register at two dollars each, and Pete Labonte reads a seven that looks like a one as a one.</p><p>If you need it and they do not have it, they will tell you who does.</p>',
    address: '2 Church Street',
    phone: '(802) 555-0160',
    website: '',
    email: 'store@example.org',
    openingHours: 'Daily, 5:30 AM to 8:00 PM',
  },
  {
    id: 'sample-mill-street-pottery',
    name: 'Mill Street Pottery',
    category: 'Arts',
    description:
      '<p>Mugs, bowls and deep pie dishes with a glaze made from the ash of the potter’s own stove. The shelves by the window are seconds, and the faults are small and honest.</p><p>Evening classes run six weeks at a time. Everyone’s first bowl is an ashtray.</p>',
    address: '70 Mill Street',
    phone: '(802) 555-0166',
    website: 'https://example.org/mill-street-pottery',
    email: 'clay@example.org',
    openingHours: 'Fri to Sun, 11:00 AM to 5:00 PM',
  },
  {
    id: 'sample-notch-bicycle-works',
    name: 'Notch Bicycle Works',
    category: 'Sports and repair',
    description:
      '<p>Tune-ups, wheels trued, and used bicycles made right before they are sold. When the trails close for mud the bench turns to skis and skates, which are sharpened while you stand there.</p><p>Children’s bikes can be traded up for life, or until the child is taller than the owner.</p>',
    address: '30 Depot Street',
    phone: '(802) 555-0171',
    website: 'https://example.org/notch-bicycle-works',
    email: 'bench@example.org',
    openingHours: 'Wed to Sat, 10:00 AM to 5:00 PM',
  },
  {
    id: 'sample-perrault-plumbing',
    name: 'Perrault Plumbing and Heat',
    category: 'Trades',
    description:
      '<p>Boilers, furnaces, frozen pipes and wells. Three trucks, one of which is always pointed at the road between the first frost and the last.</p><p>If you call at two in the morning a Perrault answers, and asks you first to find the shutoff.</p>',
    address: '88 Mill Street',
    phone: '(802) 555-0188',
    website: 'https://example.org/perrault-plumbing',
    email: '',
    openingHours: 'Mon to Fri, and emergencies',
  },
  {
    id: 'sample-river-street-bakery',
    name: 'River Street Bakery',
    category: 'Food and drink',
    description:
      '<p>Sourdough, anadama and a dark rye, out of a brick oven that is never allowed to go entirely cold. Doughnuts on weekends, in one kind, which is cider.</p><p>The loaves on the rail by the door were baked yesterday. Take one and leave what you can.</p>',
    address: '8 River Street',
    phone: '(802) 555-0168',
    website: 'https://example.org/river-street-bakery',
    email: 'oven@example.org',
    openingHours: 'Wed to Sun, 7:00 AM until sold out',
  },
  {
    id: 'sample-second-bend-forestry',
    name: 'Second Bend Forestry',
    category: 'Trades',
    description:
      '<p>Management plans, timber cruises and horse logging for woodlots of any size. Abel Whitcomb works with a pair of Suffolks named Salt and Ledger, and leaves a trail you can ski on.</p>',
    address: '290 Quarry Road',
    phone: '(802) 555-0174',
    website: 'https://example.org/second-bend-forestry',
    email: 'woods@example.org',
    openingHours: 'By appointment',
  },
  {
    id: 'sample-slate-and-seam',
    name: 'Slate and Seam Roofing',
    category: 'Trades',
    description:
      '<p>Slate, copper and standing seam, put up by a crew of six that has worked together for twelve years and takes its lunch on the ridge. They mend before they replace.</p><p>Ask for the list of roofs in town they did not do and wish they had.</p>',
    address: '5 Quarry Road',
    phone: '(802) 555-0177',
    website: 'https://example.org/slate-and-seam',
    email: 'roof@example.org',
    openingHours: 'Mon to Fri, 7:00 AM to 3:30 PM',
  },
  {
    id: 'sample-stonefence-orchard',
    name: 'Stonefence Orchard',
    category: 'Farms and food',
    description:
      '<p>Thirty-one kinds of apple on eleven acres, some of them planted before the road. Pick your own from the low rows, or buy drops by the bushel and make the sauce you have been promising.</p><p>Cider is pressed in the open shed with the sides up, so you can see what goes in.</p>',
    address: '77 Orchard Road',
    phone: '(802) 555-0180',
    website: 'https://example.org/stonefence-orchard',
    email: '',
    openingHours: 'Daily in season, 9:00 AM to 5:00 PM',
  },
  {
    id: 'sample-whitcomb-excavating',
    name: 'Whitcomb Excavating',
    category: 'Trades',
    description:
      '<p>Cellar holes, ditches, septic systems, ponds and driveways that shed water. The Whitcombs walk the ground with you before they quote it, and they have been known to talk people out of the pond.</p><p>Gravel, stone and screened loam delivered. Call in the evening, when somebody is home.</p>',
    address: '400 Ridge Road',
    phone: '(802) 555-0196',
    website: '',
    email: 'dig@example.org',
    openingHours: 'By appointment',
  },
];
