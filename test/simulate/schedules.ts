/** Number of schedules that a full run simulates. Some 25 per second are simulated on one processor: two minutes. */
export const SCHEDULES = 2_500;
