/** Words of the palette of commands, and of the tips of the first start. */
export const englishPalette = {
  title: 'Commands',
  search: 'Find a command',
  none: 'No command matches.',
  here: 'On this screen',
  chosen: 'For what is selected',
  everywhere: 'Everywhere',
  screens: 'Screens',
  tips: 'Tips',
  'tip-drop': 'Drop files or folders anywhere on this window, or paste them with {keys}.',
  'tip-needs-you': '“Needs you” shows what is waiting for you, with the reason and the next step.',
  'tip-palette': '{keys} finds every command; the menus show the keys.',
  'tips-close': 'Don’t show these tips again',
};
