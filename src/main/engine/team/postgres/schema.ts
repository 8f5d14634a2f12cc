/** A name as SQL takes it whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The roles of a team, named by its schema: who owns it, who works in it, who only looks. They log in to nothing themselves. */
export const rolesOf = (schema: string): Readonly<Record<'owner' | 'station' | 'reader', string>> => ({
  owner: `${schema}_owner`,
  station: `${schema}_station`,
  reader: `${schema}_reader`,
});

/**
 * The first form of a team's schema. A content is claimed by the station in its row; `fence` grows with each change of owner. All
 * instants are the database's. What a station may write is said by row-level security, its own rows, and by a trigger, whose rows it may
 * make its own: what is claimed by one that was not heard of within its lease, what it sent itself while another only meant to, and
 * what was sent long ago.
 */
const first = (schema: string): string => {
  const at = quoted(schema);
  const { station, reader } = rolesOf(schema);
  const both = `${quoted(station)}, ${quoted(reader)}`;
  return `
CREATE TABLE ${at}.stations (
  id text PRIMARY KEY CHECK (length(id) <= 100),
  name text NOT NULL CHECK (length(name) <= 200),
  login text NOT NULL UNIQUE,
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_until timestamptz NOT NULL DEFAULT clock_timestamp(),
  left_at timestamptz
);
CREATE SEQUENCE ${at}.fences AS bigint;
CREATE TABLE ${at}.contents (
  service text NOT NULL CHECK (length(service) <= 2000),
  project text NOT NULL CHECK (length(project) <= 200),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  station text NOT NULL REFERENCES ${at}.stations (id),
  item text NOT NULL CHECK (length(item) <= 100),
  fence bigint NOT NULL DEFAULT nextval('${at}.fences'),
  state text NOT NULL DEFAULT 'claimed' CHECK (state IN ('claimed', 'sending', 'sent')),
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempt bigint NOT NULL DEFAULT 0,
  begun_at timestamptz,
  call jsonb CHECK (length(call::text) <= 2000),
  sent_at timestamptz,
  documents text[] NOT NULL DEFAULT '{}' CHECK (cardinality(documents) <= 100),
  PRIMARY KEY (service, project, sha256)
);
CREATE INDEX contents_by_station ON ${at}.contents (station, state) WHERE state <> 'sent';

CREATE FUNCTION ${at}.own_station() RETURNS text LANGUAGE sql STABLE
  AS 'SELECT id FROM ${at}.stations WHERE login = session_user AND left_at IS NULL';
CREATE FUNCTION ${at}.is_silent(text) RETURNS boolean LANGUAGE sql STABLE
  AS 'SELECT lease_until < clock_timestamp() OR left_at IS NOT NULL FROM ${at}.stations WHERE id = $1';
CREATE FUNCTION ${at}.change_owner() RETURNS trigger LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (OLD.state = 'claimed' AND ${at}.is_silent(OLD.station)) OR (OLD.state <> 'sent' AND NEW.state = 'sent')
    OR (OLD.sent_at < clock_timestamp() - interval '1 hour' AND NEW.state = 'claimed') THEN
    RETURN NEW;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = 'the content of another station';
END $$;
CREATE TRIGGER change_owner BEFORE UPDATE ON ${at}.contents
  FOR EACH ROW WHEN (OLD.station <> NEW.station) EXECUTE FUNCTION ${at}.change_owner();

ALTER TABLE ${at}.stations ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_see ON ${at}.stations FOR SELECT USING (true);
CREATE POLICY own_row ON ${at}.stations FOR UPDATE USING (login = session_user) WITH CHECK (login = session_user);
ALTER TABLE ${at}.contents ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_see ON ${at}.contents FOR SELECT USING (true);
CREATE POLICY claimed ON ${at}.contents FOR INSERT WITH CHECK (station = ${at}.own_station());
CREATE POLICY own ON ${at}.contents FOR UPDATE USING (true)
  WITH CHECK (station = ${at}.own_station());
CREATE POLICY released ON ${at}.contents FOR DELETE USING (station = ${at}.own_station() AND state <> 'sent');

GRANT USAGE ON SCHEMA ${at} TO ${both};
GRANT SELECT ON ALL TABLES IN SCHEMA ${at} TO ${both};
GRANT UPDATE (name, lease_until, left_at) ON ${at}.stations TO ${quoted(station)};
GRANT INSERT, UPDATE, DELETE ON ${at}.contents TO ${quoted(station)};
GRANT USAGE ON SEQUENCE ${at}.fences TO ${quoted(station)};
REVOKE ALL ON FUNCTION ${at}.own_station(), ${at}.is_silent(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ${at}.own_station(), ${at}.is_silent(text) TO ${both};
`;
};

/** All migrations in order; the number of a form is how many of them it has had. Later ones only add, so that stations of before go on. */
export const migrations: readonly ((schema: string) => string)[] = [first];
