import { create } from 'zustand';

/** Whether the first start is in the middle: it goes on although there is a connection now. */
export const useFirstStart = create<{ readonly underWay: boolean }>(() => ({ underWay: false }));
