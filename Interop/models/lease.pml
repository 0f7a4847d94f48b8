/*
 * The lease of a node on a database, and the term that fences its writes: PostgresLease, NodeBeats and DatabaseTerm.
 *
 * A node has a database, and another one takes it over. Time has whole steps. A node that is not scheduled is suspended, and each message
 * arrives at any later time. Values of writes grow, so a read is stale if it returns less than a write that was confirmed before.
 *
 * Each of these definitions removes one part of the design, and must lead to an error:
 *   NO_TERM     a write does not compare the number of its term
 *   NO_LEASE    the owner answers reads without looking at its lease
 *   NO_COMPARE  the other node ends the lease without comparing the beat again
 *   IMPATIENT   the other node ends the lease one step too early
 *   LATE        the owner counts its lease from the confirmation of a beat, not from its sending
 */

#define TERM 3
#define LAST 8
#define WRITES 3

#ifdef IMPATIENT
#define PATIENCE (TERM - 1)
#else
#define PATIENCE TERM
#endif

byte now;

/* PostgreSQL: whether the owner has its lease, and its beat; the term of the database, and the last value in its log. */
bool has_lease = true;
byte beat, term = 1, stored;

/* The clients: the last written value, and the last confirmed one. */
byte written, confirmed;

/* Writes of the owner: value and term. The answer is the value, or 0. */
chan appends = [1] of { byte, byte };
chan answers = [1] of { byte };

proctype Clock() {
    do
    :: now < LAST -> now++
    :: else -> break
    od
}

proctype Postgres() {
    byte value, in_term;
end:
    do
    :: atomic {
        appends ? value, in_term ->
        if
#ifdef NO_TERM
        :: true -> stored = value; answers ! value
#else
        :: in_term == term -> stored = value; answers ! value
        :: else -> answers ! 0
#endif
        fi;
        assert(stored >= confirmed)
    }
    od
}

proctype Owner() {
    byte readable = TERM, sent, memory, value;
    bool is_open = true, is_sending, is_confirmed, was_renewed, is_waiting;
end:
    do
    /* A beat is sent, at most one in each step. It arrives at any time after that, and so does its confirmation. */
    :: atomic { is_open && !is_sending && sent < now -> sent = now; is_sending = true; is_confirmed = false }
    :: atomic {
        is_sending && !is_confirmed ->
        is_confirmed = true;
        was_renewed = has_lease;
        if
        :: has_lease -> beat++
        :: else -> skip
        fi
    }
    :: atomic {
        is_sending && is_confirmed ->
        is_sending = false;
        if
        :: was_renewed ->
#ifdef LATE
            readable = now + TERM
#else
            readable = sent + TERM
#endif
        :: else -> is_open = false
        fi
    }
    :: atomic { is_open && !is_waiting && written < WRITES -> written++; is_waiting = true; appends ! written, 1 }
    :: atomic {
        answers ? value ->
        is_waiting = false;
        if
        :: value == 0 -> is_open = false
        :: else ->
            memory = value;
            if
            :: value > confirmed -> confirmed = value
            :: else -> skip
            fi
        fi
    }
#ifdef NO_LEASE
    :: atomic { is_open -> assert(memory >= confirmed) }
#else
    :: atomic { is_open && now < readable -> assert(memory >= confirmed) }
#endif
    od
}

proctype Successor() {
    byte seen, since;
    bool has_seen, is_ending, is_open;
end:
    do
    :: atomic { has_lease && !is_ending && (!has_seen || beat != seen) -> has_seen = true; seen = beat; since = now }
    /* It has seen the same beat for a term. It ends the lease a moment later, if the beat is still the same. */
    :: atomic { has_lease && !is_ending && has_seen && beat == seen && now - since >= PATIENCE -> is_ending = true }
    :: atomic {
        is_ending ->
        is_ending = false;
        if
#ifdef NO_COMPARE
        :: true -> has_lease = false
#else
        :: beat == seen -> has_lease = false
        :: else -> skip
#endif
        fi
    }
    :: atomic { !has_lease && !is_open -> term++; is_open = true; assert(stored >= confirmed) }
    /* Its own writes are confirmed at once. */
    :: atomic { is_open && written < WRITES -> written++; stored = written; confirmed = written }
    od
}

init {
    atomic { run Clock(); run Postgres(); run Owner(); run Successor() }
}
