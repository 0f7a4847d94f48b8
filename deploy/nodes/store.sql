-- Creates the user and the database of Latchkey. Patroni also runs this file after it has restored a backup, in which they exist.
\set password `cat /etc/patroni/latchkey/store-password`
SELECT format('CREATE ROLE latchkey LOGIN PASSWORD %L', :'password') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'latchkey') \gexec
-- With this role, Latchkey can measure how far the standbys are behind.
SELECT 'GRANT pg_monitor TO latchkey' WHERE NOT pg_has_role('latchkey', 'pg_monitor', 'MEMBER') \gexec
SELECT $$CREATE DATABASE latchkey OWNER latchkey ENCODING 'UTF8' TEMPLATE template0$$
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'latchkey') \gexec
SELECT 'REVOKE CONNECT ON DATABASE latchkey FROM PUBLIC' WHERE has_database_privilege('pg_monitor', 'latchkey', 'CONNECT') \gexec
