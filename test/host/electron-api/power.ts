import type { PowerMonitor, PowerSaveBlocker } from 'electron';
import { strict, StrictEmitter } from '../strict.ts';

/** `powerMonitor`: the host hears of no power events; tests send them with `powerMonitor.emit('resume')`. */
class HostPowerMonitor extends StrictEmitter implements Pick<PowerMonitor, 'isOnBatteryPower' | 'getSystemIdleTime'> {
  constructor() {
    super('powerMonitor', ['suspend', 'resume', 'on-ac', 'on-battery', 'shutdown', 'lock-screen', 'unlock-screen']);
  }

  isOnBatteryPower(): boolean {
    return false;
  }

  getSystemIdleTime(): number {
    return 0;
  }
}

/** Electron's `powerMonitor`; tests emit its events. */
export const powerMonitor = new HostPowerMonitor();

const blockers = new Set<number>();
let lastBlocker = 0;

/** `powerSaveBlocker`: keeps count of who wants the computer awake. */
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start() {
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
} satisfies Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>);
