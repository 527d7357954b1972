/**
 * Follows the mouse over a map, at most once per frame.
 * @param {(at: {x: number, y: number} | null) => void} moved gets the pixel; null when the map moves or the mouse leaves it
 */
export function onPointer(map, moved) {
  let next = null;
  let frame = 0;
  let moving = false;
  const leave = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    moved(null);
  };
  map.on('mousemove', ({ point }) => {
    next = point;
    if (moving || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      moved(next);
    });
  });
  map.on('mouseout', leave);
  map.on('movestart', () => {
    moving = true;
    leave();
  });
  map.on('moveend', () => {
    moving = false;
  });
  map.on('remove', () => cancelAnimationFrame(frame));
}
