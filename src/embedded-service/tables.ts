/** The version of these tables, kept in the file: whoever changes them raises it, and brings older files up to it. */
export const version = 1

/** All of them in an order in which they can be emptied, what refers to others first; the last counts identifiers. */
export const emptied = [
  ...['resources', 'pauses', 'plans', 'credentials', 'invoices', 'subscriptions'],
  ...['users', 'organizations', 'people', 'sqlite_sequence'],
]

/** What the service keeps. Identifiers are never used twice, so that an old one can not reach something new. */
export const tables = `
CREATE TABLE IF NOT EXISTS people (
  email TEXT PRIMARY KEY COLLATE NOCASE,
  name TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE IF NOT EXISTS organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE
) STRICT;

CREATE TABLE IF NOT EXISTS users (
  joined INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE REFERENCES people,
  role TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (org_id, email)
) STRICT;

CREATE TABLE IF NOT EXISTS plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  description TEXT NOT NULL,
  timezone TEXT NOT NULL,
  days TEXT NOT NULL,
  start INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  state TEXT NOT NULL,
  dependancy INTEGER NOT NULL DEFAULT 0,
  UNIQUE (org_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS pauses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL REFERENCES plans ON DELETE CASCADE,
  pause_start TEXT NOT NULL,
  pause_end TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS pauses_of_plan ON pauses (plan_id);

CREATE TABLE IF NOT EXISTS credentials (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  type TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  comments TEXT NOT NULL,
  specific TEXT NOT NULL,
  last_time TEXT NOT NULL,
  UNIQUE (org_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS resources (
  plan_id INTEGER NOT NULL REFERENCES plans ON DELETE CASCADE,
  resource_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  resource_name TEXT NOT NULL,
  instance_name TEXT NOT NULL,
  type TEXT NOT NULL,
  credential INTEGER NOT NULL REFERENCES credentials,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  region TEXT,
  resource_group TEXT,
  PRIMARY KEY (plan_id, resource_id)
) STRICT;
CREATE INDEX IF NOT EXISTS resources_of_credential ON resources (credential);

CREATE TABLE IF NOT EXISTS subscriptions (
  org_id INTEGER PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  plan TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  payment_exp TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS invoices (
  number TEXT NOT NULL,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  date TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  amount TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (org_id, number)
) STRICT;
`
