/**
 * Imported before anything else, so that the program, its threads and the programs it starts use UTC, whatever TZ is: where
 * clocks are put back, an hour of local time comes twice.
 */
process.env.TZ = 'UTC';
