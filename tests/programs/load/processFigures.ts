import { readdirSync, readFileSync } from 'node:fs';

/** Returns the number of open files and sockets of a process; undefined on systems without `/proc`. */
export function openDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/** Returns the resident memory of a process in bytes; undefined on systems without `/proc`. */
export const residentBytes = (pid: number): number | undefined => readStatusBytes(pid, 'VmRSS');

/** Returns the largest resident memory that a process has had, in bytes; undefined on systems without `/proc`. */
export const peakResidentBytes = (pid: number): number | undefined => readStatusBytes(pid, 'VmHWM');

function readStatusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Unit of CPU time in /proc. */
const CPU_TICK_MS = 10;

/** Returns the CPU time of each thread of a process in milliseconds, by name; threads of the same name together (proc(5)). */
export function threadCpuMs(pid: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, name = '', rest = ''] =
      /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    const ms = (Number(fields[11]) + Number(fields[12])) * CPU_TICK_MS;
    times.set(name, (times.get(name) ?? 0) + ms);
  }
  return times;
}

/** Returns the CPU time of a process in user and system mode, in milliseconds (proc(5)); 0 if it has ended or there is no `/proc`. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * CPU_TICK_MS;
  } catch {
    return 0;
  }
}

/** Returns the ids of the processes that a process has started; none if it has ended or there is no `/proc`. */
export function childPids(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
