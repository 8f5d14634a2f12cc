/* global window, document */
const { sample } = window;
const byId = (id) => document.getElementById(id);
let ticks = 0;
sample.on('tick', () => (byId('ticks').textContent = String((ticks += 1))));
sample.on('hello', (from) => (byId('menu').textContent = from));

function list(files) {
  byId('files').replaceChildren(
    ...sample.pathsOf([...files]).map((path) => Object.assign(document.createElement('li'), { textContent: path })),
  );
}
byId('file').addEventListener('change', (event) => list(event.target.files));
byId('drop').addEventListener('dragover', (event) => event.preventDefault());
byId('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  list(event.dataTransfer.files);
});
document.documentElement.dataset.ready = 'yes';
