// The words of an invented life: what the generator fills into its sentences. The most frequent stand first.

export const people =
  'Nadia Tomas Ingrid Rafael Yuki Leonie Omar Priya Stellan Marisol Kofi Wanda Anselm Bronwyn Dmitri Esra Fiona Gustavo Hanneke Ismael Jolanta Kenji Lucinda Mirko Noor Oriana Pavel Quentin Renata Soren Tamsin Ulrike Viktor Wren Xenia Yannick Zora Agnes Bashir Camille Dorian Elif Farid Greta Henrik Imani Jarek Klara Lorcan Mireille'.split(
    ' ',
  );
export const surnames =
  'Halvorsen Okonkwo Brandt Castellanos Ferreira Lindqvist Nakagawa Petrov Rasmussen Sithole'.split(' ');
export const projects =
  'lighthouse billing-rewrite greenhouse sensor-hub atlas-migration harbour field-notes quartz tidepool almanac paper-trail windmill'.split(
    ' ',
  );
export const tools = [
  'PostgreSQL',
  'Kubernetes',
  'Redis',
  'Terraform',
  'Grafana',
  'SQLite',
  'Kafka',
  'Nginx',
  'Ansible',
  'Elixir',
  'TypeScript',
  'Rust',
  'Figma',
  'Obsidian',
  'GitHub Actions',
  'Prometheus',
];
export const places =
  'Lisbon Bergen Ghent Oaxaca Kyoto Tallinn Cork Trieste Valparaiso Hamburg Bologna Gdansk Porto Leiden'.split(' ');
export const companies = [
  'Northwind Dairy',
  'Osprey Labs',
  'Calder & Finch',
  'Meridian Freight',
  'Tinsmith',
  'Vellum Press',
  'Bluepine',
  'Ostrava Steelworks',
];
export const foods = 'ramen lentils sourdough gnocchi pho dal tamales pierogi shakshuka risotto falafel goulash'.split(
  ' ',
);
export const drinks = ['oat milk flat whites', 'green tea', 'black coffee', 'sparkling water', 'rooibos', 'cold brew'];
export const hobbies = [
  'bouldering',
  'film photography',
  'rowing',
  'bird watching',
  'baking bread',
  'playing the cello',
  'woodcarving',
  'open water swimming',
  'cycling',
  'restoring radios',
  'chess',
  'gardening',
];
export const books = [
  'The Salt Path',
  'A Pattern Language',
  'Piranesi',
  'The Dispossessed',
  'Middlemarch',
  'Thinking in Systems',
  'Kokoro',
  'The Left Hand of Darkness',
];
export const symptoms = [
  'a sore knee',
  'a headache',
  'back pain',
  'a cold',
  'trouble sleeping',
  'a stiff neck',
  'hay fever',
  'a sprained ankle',
];
export const things = [
  'the dashboard',
  'the invoice export',
  'the login page',
  'the nightly import',
  'the search box',
  'the staging cluster',
  'the onboarding mail',
  'the alerting rules',
  'the cache layer',
  'the release notes',
  'the payment form',
  'the audit trail',
  'the mobile layout',
  'the backup job',
];
export const qualities = [
  'compact',
  'short',
  'weekly',
  'written',
  'plain',
  'detailed',
  'visual',
  'early',
  'quiet',
  'asynchronous',
];
export const objects = [
  'dashboards',
  'meetings',
  'commit messages',
  'code reviews',
  'summaries',
  'design documents',
  'notebooks',
  'emails',
  'test names',
  'playlists',
  'trains',
  'standups',
];
export const reasons = [
  'it is easier to operate',
  'the team knows it',
  'it costs less',
  'the deadline is near',
  'it can be undone',
  'customers asked for it',
  'the old one kept failing',
  'it needs no licence',
];
export const verbs = [
  'rewrite',
  'ship',
  'measure',
  'simplify',
  'document',
  'translate',
  'test',
  'retire',
  'redesign',
  'monitor',
];
export const code = [
  'npm run build',
  'git rebase --onto main',
  'SELECT count(*) FROM orders',
  'retry_limit = 5',
  'config/settings.yaml',
  'docker compose up -d',
  'parseHeader()',
  'TZ=UTC',
  'max_connections',
  'src/api/client.ts',
];
export const past = [
  'yesterday',
  'last Friday',
  'last week',
  'two days ago',
  'last month',
  'three weeks ago',
  'on Tuesday',
  'in May',
  'the other day',
  'at lunch',
];
export const future = ['tomorrow', 'next Tuesday', 'next week', 'next month', 'in three days', 'soon'];
export const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
export const relatives = ['sister', 'brother', 'mother', 'father', 'partner', 'niece', 'neighbour', 'flatmate'];
export const skills = [
  'spoken Portuguese',
  'profiling',
  'negotiating',
  'watercolour',
  'query tuning',
  'public speaking',
  'touch typing',
  'grant writing',
  'knife sharpening',
  'incident response',
];

export const tags =
  'work ui health product family travel infra food planning reading sport hiring money database home review music garden team security'.split(
    ' ',
  );
export const chineseTags = ['工作', '健康', '家庭', '旅行'];
