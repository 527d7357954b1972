export function startTime(pid: number): string | undefined;
