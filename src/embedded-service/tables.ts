/** AUTOINCREMENT never reuses an identifier, so a stale one cannot reach a new row. */
export const tables = `
CREATE TABLE IF NOT EXISTS people (
  email TEXT PRIMARY KEY COLLATE NOCASE, token_hash TEXT NOT NULL UNIQUE, token TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL COLLATE NOCASE
) STRICT;

CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE REFERENCES people,
  role TEXT NOT NULL, state TEXT NOT NULL,
  UNIQUE (org_id, email)
) STRICT;

CREATE TABLE IF NOT EXISTS plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, description TEXT NOT NULL,
  timezone TEXT NOT NULL, days TEXT NOT NULL, start INTEGER NOT NULL, duration INTEGER NOT NULL,
  state TEXT NOT NULL, dependancy INTEGER NOT NULL DEFAULT 0,
  UNIQUE (org_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS pauses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL REFERENCES plans ON DELETE CASCADE,
  pause_start TEXT NOT NULL, pause_end TEXT NOT NULL, reason TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS pauses_of_plan ON pauses (plan_id);

CREATE TABLE IF NOT EXISTS credentials (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  type TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, comments TEXT NOT NULL,
  specific TEXT NOT NULL, last_time TEXT NOT NULL,
  UNIQUE (org_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL REFERENCES plans ON DELETE CASCADE,
  resource_id TEXT NOT NULL, position INTEGER NOT NULL, resource_name TEXT NOT NULL,
  instanceName TEXT NOT NULL, type TEXT NOT NULL, credential INTEGER NOT NULL REFERENCES credentials,
  status TEXT NOT NULL, reason TEXT NOT NULL, region TEXT, resource_group TEXT,
  UNIQUE (plan_id, resource_id)
) STRICT;
CREATE INDEX IF NOT EXISTS resources_of_credential ON resources (credential);

CREATE TABLE IF NOT EXISTS subscriptions (
  org_id INTEGER PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  plan TEXT NOT NULL, quantity INTEGER NOT NULL, payment_exp TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS invoices (
  org_id INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
  number TEXT NOT NULL, date TEXT NOT NULL, quantity INTEGER NOT NULL, amount TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (org_id, number)
) STRICT;

-- The owner is the first active one; there always is one.
CREATE VIEW IF NOT EXISTS organization_facts AS
  SELECT id, CAST(id AS TEXT) AS org_id, name AS org_name,
    (SELECT email FROM users WHERE org_id = organizations.id AND role = 'owner' AND state = 'active'
     ORDER BY id LIMIT 1) AS owner,
    (SELECT count(*) FROM resources JOIN plans ON plans.id = plan_id WHERE org_id = organizations.id) AS resources
  FROM organizations;

CREATE VIEW IF NOT EXISTS plan_facts AS
  SELECT *, (SELECT count(*) FROM resources WHERE plan_id = plans.id) AS resources FROM plans;

CREATE VIEW IF NOT EXISTS credential_facts AS
  SELECT *, (SELECT count(*) FROM resources WHERE credential = credentials.id) AS resources FROM credentials;
`
