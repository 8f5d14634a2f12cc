import { numbersOf, windowsIcon } from './tree.ts';

/** What all versions of the package have in common. */
export const upgradeCode = '{0B8D3C1B-5B35-5F7C-9F55-1C6C3A0E9A51}';

/** A table of an MSI database as `msibuild` imports it (Windows Installer's archive format). */
export interface InstallerTable {
  readonly name: string;
  readonly text: string;
}

function table(
  name: string,
  columns: string,
  keys: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): InstallerTable {
  const [names, types] = [0, 1].map((at) => columns.split(' ').map((column) => column.split(':')[at] ?? ''));
  const lines = [names, types, [name, ...keys], ...rows].map((cells) => (cells ?? []).join('\t'));
  return { name, text: `${lines.join('\r\n')}\r\n` };
}

/** Where an installation is noted; the same as in packaging/windows/setup.nsi. */
const key = 'Software\\Mailroom\\Server';
const eachUser = 'Software\\Microsoft\\Active Setup\\Installed Components\\Mailroom Server';
/** Roots of the registry as Windows Installer numbers them. */
const [userRoot, machineRoot] = [1, 2];

/** What is noted of an installation, by the component of its scope; the first value stands for the component. */
function notes(component: string, root: number, version: string): readonly (readonly (string | number)[])[] {
  const values = { Package: 'msi', Version: version, InstallDir: '[INSTALLDIR]' };
  return Object.entries(values).map(([name, value], at) => [
    at === 0 ? component : `${component}${name}`,
    root,
    key,
    name,
    value,
    component,
  ]);
}

/** Windows' languages that are German (Germany, Switzerland, Austria, Luxembourg, Liechtenstein). */
const german = [1031, 2055, 3079, 4103, 5127].map((id) => `UserLanguageID=${String(id)}`).join(' OR ');

/** What must be so before anything is touched, and what is said where it is not, in English and German. */
function conditions(version: string): readonly (readonly string[])[] {
  const all = [
    [
      'NOT NEWERFOUND',
      `A newer Mailroom is installed. ${version} can't be put in its place, because it may not be able to read its journal. Nothing was changed.`,
      `Ein neueres Mailroom ist installiert. ${version} kann nicht an seine Stelle treten, weil es dessen Journal womöglich nicht lesen kann. Es wurde nichts geändert.`,
    ],
    [
      'Installed OR (NOT (MACHINEPACKAGE="nsis") AND NOT (USERPACKAGE="nsis"))',
      'Mailroom Server is installed by its setup.exe. Remove that one first, or use its setup.exe. Nothing was changed.',
      'Mailroom Server ist mit seiner setup.exe installiert. Entfernen Sie zuerst diese Installation, oder verwenden Sie seine setup.exe. Es wurde nichts geändert.',
    ],
    [
      'Installed OR (NOT (SCOPE="user" AND MACHINEPACKAGE) AND NOT (SCOPE="machine" AND USERPACKAGE))',
      'Mailroom Server is installed for others than now wanted (all users, or one account). Remove that one first. Nothing was changed.',
      'Mailroom Server ist für andere installiert als jetzt gewünscht (alle Benutzer oder ein Konto). Entfernen Sie zuerst diese Installation. Es wurde nichts geändert.',
    ],
  ];
  return all.flatMap(([must = '', english = '', other = '']) => [
    [`(${must}) OR GERMAN`, english],
    [`(${must}) OR NOT GERMAN`, other],
  ]);
}

/** Programs that run deferred (1024) out of an installed file (18); those of the computer as the system (2048). */
const [asUser, asSystem] = [18 + 1_024, 18 + 1_024 + 2_048];
const setProperty = 51;

function actions(node: string): readonly (readonly (string | number)[])[] {
  const script = '"[INSTALLDIR]out\\windows\\set-up.js"';
  const values =
    '"--base-url=[BASEURL]|" "--project=[PROJECT]|" "--folder=[FOLDER]|" "--export=[EXPORT]|" "--policy=[POLICY]|"';
  return [
    ['SetUserScope', setProperty, 'SCOPE', 'user', ''],
    ['SetGerman', setProperty, 'GERMAN', '1', ''],
    ['SetEarlierFolder', setProperty, 'INSTALLDIR', '[EARLIERDIR]', ''],
    ['SetUserFolder', setProperty, 'INSTALLDIR', '[LocalAppDataFolder]Programs\\Mailroom\\', ''],
    ...(['machine', 'user'] as const).flatMap((scope) => {
      const type = scope === 'machine' ? asSystem : asUser;
      return [
        [`SetUp_${scope}`, type, node, `${script} install --scope=${scope} ${values}`, ''],
        [`Stop_${scope}`, type, node, `${script} stop --scope=${scope}`, ''],
        [`Remove_${scope}`, type, node, `${script} remove --scope=${scope}`, ''],
      ];
    }),
  ];
}

/** What is done, in this order. */
function sequence(): readonly (readonly (string | number)[])[] {
  const scoped = (act: string, condition: string, at: number): readonly (readonly (string | number)[])[] =>
    ['machine', 'user'].map((scope, later) => [`${act}_${scope}`, `(${condition}) AND SCOPE="${scope}"`, at + later]);
  return [
    ['SetGerman', german, 20],
    ['FindRelatedProducts', '', 25],
    ['AppSearch', '', 50],
    // What is installed goes by where it was noted.
    [
      'SetUserScope',
      '(NOT Installed AND (MSIINSTALLPERUSER=1 OR NOT ALLUSERS)) OR (Installed AND NOT MACHINEPACKAGE)',
      55,
    ],
    ['SetEarlierFolder', 'EARLIERDIR AND NOT INSTALLDIR', 60],
    ['SetUserFolder', 'SCOPE="user" AND NOT INSTALLDIR', 70],
    ['LaunchConditions', '', 100],
    ['ValidateProductID', '', 700],
    ['CostInitialize', '', 800],
    ['FileCost', '', 900],
    ['CostFinalize', '', 1_000],
    ['MigrateFeatureStates', '', 1_200],
    ['InstallValidate', '', 1_400],
    ['InstallInitialize', '', 1_500],
    ['RemoveExistingProducts', '', 1_510],
    ['ProcessComponents', '', 1_600],
    ['UnpublishFeatures', '', 1_800],
    ...scoped('Stop', 'REMOVE="ALL" AND UPGRADINGPRODUCTCODE', 1_900),
    ...scoped('Remove', 'REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE', 1_910),
    ['RemoveRegistryValues', '', 2_600],
    ['RemoveShortcuts', '', 3_200],
    ['RemoveEnvironmentStrings', '', 3_300],
    ['RemoveFiles', '', 3_500],
    ['InstallFiles', '', 4_000],
    ['CreateShortcuts', '', 4_500],
    ['WriteRegistryValues', '', 5_000],
    ['WriteEnvironmentStrings', '', 5_200],
    ...scoped('SetUp', 'NOT REMOVE', 5_900),
    ['RegisterUser', '', 6_000],
    ['RegisterProduct', '', 6_100],
    ['PublishFeatures', '', 6_300],
    ['PublishProduct', '', 6_400],
    ['InstallFinalize', '', 6_600],
  ];
}

/** What a package does beyond its files, which wixl has put into it; `fileIds`: by path, as they stand there. */
export function installationTables(
  version: string,
  productCode: string,
  fileIds: ReadonlyMap<string, string>,
): readonly InstallerTable[] {
  const idOf = (path: string): string => {
    const id = fileIds.get(path);
    if (id === undefined) throw new Error(`${path} is not in the package`);
    return id;
  };
  const [numbers, node, command] = [numbersOf(version), idOf('node.exe'), idOf('mailroom.cmd')];
  const properties = {
    ALLUSERS: '1',
    ARPNOMODIFY: '1',
    ARPPRODUCTICON: windowsIcon,
    MSIFASTINSTALL: '1',
    Manufacturer: 'The Mailroom authors',
    ProductCode: productCode,
    ProductLanguage: '1033',
    ProductName: 'Mailroom Server',
    ProductVersion: numbers,
    SCOPE: 'machine',
    SecureCustomProperties:
      'BASEURL;EXPORT;FOLDER;INSTALLDIR;MSIINSTALLPERUSER;NEWERFOUND;OLDERFOUND;POLICY;PROJECT;SCOPE',
    UpgradeCode: upgradeCode,
  };
  return [
    table('Property', 'Property:s72 Value:l0', ['Property'], Object.entries(properties)),
    table(
      'Upgrade',
      'UpgradeCode:s38 VersionMin:S20 VersionMax:S20 Language:S255 Attributes:i4 Remove:S255 ActionProperty:s72',
      ['UpgradeCode', 'VersionMin', 'VersionMax', 'Language', 'Attributes'],
      [
        // Older ones and the same (256 and 512: with the bounds) are replaced, newer ones only found (2).
        [upgradeCode, '0.0.0', numbers, '', 256 + 512, '', 'OLDERFOUND'],
        [upgradeCode, numbers, '', '', 2, '', 'NEWERFOUND'],
      ],
    ),
    table('LaunchCondition', 'Condition:s255 Description:l255', ['Condition'], conditions(version)),
    table(
      'RegLocator',
      'Signature_:s72 Root:i2 Key:s255 Name:S255 Type:I2',
      ['Signature_'],
      [
        ['MachinePackage', machineRoot, key, 'Package', 18],
        ['UserPackage', userRoot, key, 'Package', 18],
        ['MachineFolder', machineRoot, key, 'InstallDir', 18],
        ['UserFolder', userRoot, key, 'InstallDir', 18],
      ],
    ),
    table(
      'AppSearch',
      'Property:s72 Signature_:s72',
      ['Property', 'Signature_'],
      [
        ['MACHINEPACKAGE', 'MachinePackage'],
        ['USERPACKAGE', 'UserPackage'],
        ['EARLIERDIR', 'MachineFolder'],
        ['EARLIERDIR', 'UserFolder'],
      ],
    ),
    table(
      'Registry',
      'Registry:s72 Root:i2 Key:l255 Name:L255 Value:L0 Component_:s72',
      ['Registry'],
      [
        ...notes('EachUser', machineRoot, version),
        ...notes('OneUser', userRoot, version),
        ['SignIn', machineRoot, eachUser, '', 'Mailroom Server', 'EachUser'],
        ['SignInVersion', machineRoot, eachUser, 'Version', '1', 'EachUser'],
        [
          'SignInCopy',
          machineRoot,
          eachUser,
          'StubPath',
          '#%cmd /c copy /y "[INSTALLDIR]send-to\\Mailroom.lnk" "%APPDATA%\\Microsoft\\Windows\\SendTo\\"',
          'EachUser',
        ],
      ],
    ),
    table(
      'Shortcut',
      'Shortcut:s72 Directory_:s72 Name:l128 Component_:s72 Target:s72 Arguments:S255 Description:L255 Hotkey:I2 Icon_:S72 IconIndex:I2 ShowCmd:I2 WkDir:S72',
      ['Shortcut'],
      [
        [
          'Menu',
          'ProgramMenuFolder',
          'Mailroom',
          `C${command}`,
          '[System64Folder]cmd.exe',
          '/k ""[INSTALLDIR]mailroom.cmd" --help"',
          '',
          '',
          windowsIcon,
          '0',
          '',
          '',
        ],
        [
          'SendToAll',
          'SENDTODIR',
          'Mailroom',
          'EachUser',
          '[INSTALLDIR]node.exe',
          '"[INSTALLDIR]out\\windows\\send-to.js"',
          '',
          '',
          windowsIcon,
          '0',
          '',
          '',
        ],
        [
          'SendToOne',
          'SendToFolder',
          'Mailroom',
          'OneUser',
          '[INSTALLDIR]node.exe',
          '"[INSTALLDIR]out\\windows\\send-to.js"',
          '',
          '',
          windowsIcon,
          '0',
          '',
          '',
        ],
      ],
    ),
    table(
      'Environment',
      'Environment:s72 Name:l255 Value:L255 Component_:s72',
      ['Environment'],
      [
        // = sets, - takes away at the end, * is the computer's; [~] is what is there.
        ['PathOfAll', '=-*Path', '[~];[INSTALLDIR]', 'EachUser'],
        ['PathOfOne', '=-Path', '[~];[INSTALLDIR]', 'OneUser'],
      ],
    ),
    table('CustomAction', 'Action:s72 Type:i2 Source:S72 Target:S255 ExtendedType:I4', ['Action'], actions(node)),
    table('InstallExecuteSequence', 'Action:s72 Condition:S255 Sequence:I2', ['Action'], sequence()),
  ];
}
