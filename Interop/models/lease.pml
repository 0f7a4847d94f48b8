/*
 * The lease of a node on a database, and the term that fences its writes: PostgresLease, NodeBeats and DatabaseTerm.
 *
 * Two nodes, one database, and time in whole steps. A node that is not scheduled is suspended, and messages arrive late or after a node has
 * been replaced. Values of writes grow, so a read is stale if it returns less than a write that was confirmed before.
 *
 * Each of these definitions removes one part of the design, and must lead to an error:
 *   NO_TERM     a write does not compare the number of its term
 *   NO_LEASE    a node answers reads without looking at its lease
 *   NO_COMPARE  a node ends a lease without comparing its beat again
 *   IMPATIENT   a node ends a lease one step too early
 *   LATE        a node counts its lease from the confirmation of a beat, not from its sending
 */

#define TERM 2
#define LAST 6
#define WRITES 3

#ifdef IMPATIENT
#define PATIENCE (TERM - 1)
#else
#define PATIENCE TERM
#endif

byte now;

/* PostgreSQL: the lease of each node (0: none) and its beat, the lease that has the database, the term, and the last value in the log. */
byte lease_of[2], beat_of[2];
byte owner, term, stored;
byte leases;

/* The clients: the last written value, and the last confirmed one. */
byte written, confirmed;

chan appends = [2] of { byte, byte, byte };
chan answers[2] = [1] of { byte };

#define RUNS(lease) (lease_of[0] == lease || lease_of[1] == lease)

proctype Clock() {
    do
    :: now < LAST -> now++
    :: else -> break
    od
}

proctype Postgres() {
    byte node, value, of;
    do
    :: atomic {
        appends ? node, value, of ->
        if
#ifdef NO_TERM
        :: true ->
#else
        :: of == term ->
#endif
            stored = value; answers[node] ! value
#ifndef NO_TERM
        :: else -> answers[node] ! 0
#endif
        fi;
        assert(stored >= confirmed)
    }
    od
}

proctype Node(byte me) {
    byte lease, readable, sent, own_term, memory, value;
    byte seen_lease, seen_beat, since;
    bool is_open, is_sending, is_waiting, is_ending, has_sent;

end:
    do
    /* A beat is sent, and confirmed at any time after that. */
    :: atomic { !is_sending && (!has_sent || sent < now) -> sent = now; has_sent = true; is_sending = true }
    :: atomic {
        is_sending ->
        is_sending = false;
        if
        :: lease != 0 && lease_of[me] == lease -> beat_of[me]++
        :: else -> leases++; lease = leases; lease_of[me] = lease; beat_of[me] = 0; is_open = false
        fi;
#ifdef LATE
        readable = now + TERM
#else
        readable = sent + TERM
#endif
    }
    /* The other node has the same beat for a term: its lease is ended a moment later, if it still has this beat. */
    :: atomic {
        !is_ending && lease_of[1 - me] != 0 ->
        if
        :: lease_of[1 - me] != seen_lease || beat_of[1 - me] != seen_beat ->
            seen_lease = lease_of[1 - me]; seen_beat = beat_of[1 - me]; since = now
        :: else ->
            if
            :: now - since >= PATIENCE -> is_ending = true
            :: else -> skip
            fi
        fi
    }
    :: atomic {
        is_ending ->
        is_ending = false;
        if
#ifdef NO_COMPARE
        :: lease_of[1 - me] == seen_lease -> lease_of[1 - me] = 0
#else
        :: lease_of[1 - me] == seen_lease && beat_of[1 - me] == seen_beat -> lease_of[1 - me] = 0
#endif
        :: else -> skip
        fi
    }
    /* A node whose lease has not ended opens a database that no other running node has. */
    :: atomic {
        !is_open && !is_waiting && lease != 0 && lease_of[me] == lease && (owner == 0 || owner == lease || !RUNS(owner)) ->
        owner = lease; term++; own_term = term; memory = stored; is_open = true
    }
    :: atomic {
        is_open && !is_waiting && written < WRITES ->
        written++; is_waiting = true; appends ! me, written, own_term
    }
    :: atomic {
        answers[me] ? value ->
        is_waiting = false;
        if
        :: value != 0 && is_open -> memory = value
        :: value == 0 -> is_open = false
        :: else -> skip
        fi;
        if
        :: value > confirmed -> confirmed = value
        :: else -> skip
        fi
    }
#ifdef NO_LEASE
    :: atomic { is_open -> assert(memory >= confirmed) }
#else
    :: atomic { is_open && now < readable -> assert(memory >= confirmed) }
#endif
    od
}

init {
    atomic { run Clock(); run Postgres(); run Node(0); run Node(1) }
}
