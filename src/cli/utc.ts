/**
 * Imported before anything else, so that the program, its threads and the programs it starts use UTC, whatever TZ is: when
 * clocks are set back, an hour of local time is repeated.
 */
process.env.TZ = 'UTC';
